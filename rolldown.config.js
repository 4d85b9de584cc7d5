// The command `check` as a handful of files, beside those of each source: to load four hundred of them takes longer than
// to check a small module. Other commands run for long, and find threads and processes beside their files.
import { defineConfig } from "rolldown";

const CHECK = /^\.\/check\/|\/optimize-late\.js$/;

export default defineConfig({
  input: { bundle: "cli/run.ts" },
  platform: "node",
  resolve: { extensionAlias: { ".js": [".ts"] } },
  // Packages stay where they are installed.
  external: (id) => !/^[./]/.test(id),
  plugins: [
    {
      name: "other commands stay as they are",
      resolveDynamicImport: (id, importer) =>
        /\/cli\/\w+\.ts$/.test(importer) && !CHECK.test(id) ? { id, external: true } : undefined,
    },
  ],
  output: {
    dir: "dist.new/cli",
    sourcemap: true,
    entryFileNames: "[name].js",
    chunkFileNames: "bundle-[name].js",
    codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] },
  },
});
