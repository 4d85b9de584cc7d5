// The files under deploy/ and compose.yaml: valid by the schemas of Kubernetes, hardened alike, and
// with no option that the program does not know.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { CronJob, Job } from "kubernetes-models/batch/v1";
import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, PersistentVolumeClaim, Service } from "kubernetes-models/v1";
import { COMMANDS } from "../../cli/commands.js";
import { refuseUnknownVariables } from "../../cli/variables.js";
import { environmentName } from "../../data/settings/settings.js";
import { ROOT } from "../../docs/tools/project-root.js";

const KINDS = {
  ConfigMap,
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  Job,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
} as const;

interface Manifest {
  readonly kind: keyof typeof KINDS;
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly securityContext?: unknown;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom?: readonly { readonly secretRef?: { readonly name: string } }[];
  readonly volumeMounts?: readonly { readonly name: string }[];
  readonly resources?: { readonly limits?: { readonly memory?: string } };
}

interface Pod {
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly securityContext?: { readonly runAsNonRoot?: boolean };
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
}

/** In the order in which they run. */
function listContainers({ containers, initContainers = [] }: Pod): readonly Container[] {
  return [...initContainers, ...containers];
}

const FOLDER = path.join(ROOT, "deploy", "kubernetes");

const manifests = readdirSync(FOLDER).flatMap((name) =>
  parseAllDocuments(readFileSync(path.join(FOLDER, name), "utf8")).map((document) => {
    expect(document.errors).toEqual([]);
    return { name, manifest: document.toJS() as Manifest };
  }),
);

const pods = manifests.flatMap(({ manifest }) => findPods(manifest));

/** Objects with containers, at any depth. */
function findPods(value: unknown): readonly Pod[] {
  if (typeof value !== "object" || value === null) return [];
  if ("containers" in value) return [value as Pod];
  return Object.values(value).flatMap(findPods);
}

/** Words of command lines that look like options, with the command that they are given to. */
async function findUnknownOptions(words: readonly string[]): Promise<readonly string[]> {
  const [name = "", ...rest] = words;
  const command = COMMANDS[name];
  if (command === undefined) return [name];
  const settings = await command.loadSettings();
  return rest
    .filter((word) => word.startsWith("--"))
    .map((word) => word.slice(2).split("=")[0] ?? "")
    .filter((option) => !Object.hasOwn(settings, option));
}

/** Command lines of the program in a text of a shell or of a unit. */
function listCommandLines(text: string): readonly (readonly string[])[] {
  const lines = text.replaceAll(/\\\n|\n\s+(?=--)/g, " ");
  return [
    ...lines.matchAll(
      /(?:module-lookup|\$program) ((?:build|merge|serve|pull|pack|sign|publish|verify|diff) .*)/g,
    ),
  ].map(([, words = ""]) => words.split(/\s+/));
}

describe("the manifests for Kubernetes", () => {
  test.each(manifests)("$name: $manifest.kind is valid", ({ manifest }) => {
    new KINDS[manifest.kind](manifest as never).validate();
  });

  test("run as nobody, change nothing of the image, and have a limit of memory", () => {
    expect(pods).toHaveLength(4);
    for (const pod of pods) {
      expect(pod.securityContext?.runAsNonRoot).toBe(true);
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.enableServiceLinks).toBe(false);
      for (const container of listContainers(pod)) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(container.resources?.limits?.memory).toMatch(/^\d+[MG]i$/);
      }
    }
  });

  test("name images by digests, which their operator sets", () => {
    const images = pods.flatMap(listContainers).map(({ image }) => image);
    expect(images.filter((image) => !/:\d+\.\d+\.\d+@sha256:DIGEST_OF_\w+$/.test(image))).toEqual(
      [],
    );
  });

  test("give the key to what parses nothing, and passwords to what reads no foreign code", () => {
    const publishing = pods.filter((pod) =>
      listContainers(pod).some(({ name }) => name === "sign"),
    );
    expect(publishing).toHaveLength(2);
    const given = publishing.map((pod) =>
      listContainers(pod).map(({ env = [], envFrom = [], volumeMounts = [] }) => ({
        steps: env.find(({ name }) => name === "STEPS")?.value,
        volumes: volumeMounts.map(({ name }) => name),
        secrets: envFrom.map(({ secretRef }) => secretRef?.name),
      })),
    );
    const [night, merge] = given.map((steps) => JSON.stringify(steps));
    const place = ["module-lookup-place"];
    const expected = (volumes: readonly string[], secrets: readonly string[]): string =>
      JSON.stringify([
        { steps: "fetch", volumes: ["work", "public"], secrets: place },
        { steps: "build", volumes: ["work", ...volumes], secrets },
        { steps: "sign", volumes: ["work", "private"], secrets: [] },
        { steps: "publish", volumes: ["work"], secrets: place },
      ]);
    expect(night).toBe(expected(["sources"], ["module-lookup-hosts"]));
    expect(merge).toBe(expected([], []));
  });

  test("give the program only what it knows", async () => {
    const lines = pods
      .flatMap(listContainers)
      .map(({ args = [] }) => args)
      .filter(([first = ""]) => Object.hasOwn(COMMANDS, first));
    expect(lines).toHaveLength(3);
    for (const words of lines) expect(await findUnknownOptions(words)).toEqual([]);
    const options = Object.keys((await COMMANDS["pull"]?.loadSettings()) ?? {});
    const known = new Set(options.map(environmentName));
    const settings = manifests.find(({ manifest }) => manifest.kind === "ConfigMap")?.manifest;
    const names = Object.keys((settings as unknown as { readonly data: object }).data);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});

test.each([
  "deploy/build-and-publish.sh",
  "deploy/github-actions/snapshot.yml",
  "deploy/kubernetes/shards.yaml",
  "deploy/systemd/module-lookup.service",
  "deploy/systemd/module-lookup-build.service",
  "deploy/systemd/module-lookup-watch.service",
  "docs/operate.md",
])("%s gives the program only what it knows", async (file) => {
  const lines = listCommandLines(readFileSync(path.join(ROOT, file), "utf8"));
  expect(lines.length).toBeGreaterThan(0);
  for (const words of lines) expect(await findUnknownOptions(words)).toEqual([]);
});

test("docs/operate.md names files that are there and variables that the service knows", async () => {
  const text = readFileSync(path.join(ROOT, "docs", "operate.md"), "utf8");
  const section = text.slice(text.indexOf("## A public"), text.indexOf("## Behind a proxy"));
  const files = section.match(/(?:deploy|examples)\/[\w./-]+/g) ?? [];
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) expect(existsSync(path.join(ROOT, path.dirname(file)))).toBe(true);
  const variables = section.match(/MODULE_LOOKUP_(?!GITHUB)\w+/g) ?? [];
  expect(variables).toHaveLength(2);
  const { serve } = COMMANDS;
  if (serve === undefined) throw new Error("there is no command serve");
  const environment = Object.fromEntries(variables.map((one) => [one, "1"]));
  await refuseUnknownVariables(serve, COMMANDS, environment);
});

test("the image and the actions are pinned to what cannot be moved", () => {
  const dockerfile = readFileSync(path.join(ROOT, "Dockerfile"), "utf8");
  const bases = [...dockerfile.matchAll(/^(?:FROM|ARG \w+_IMAGE=)\s*(\S+)/gm)].map(
    ([, name]) => name,
  );
  const isPinned = /^(?:node:\S+@sha256:[0-9a-f]{64}|\$\{NODE_IMAGE\}|program)$/;
  expect(bases).toHaveLength(5);
  expect(bases.filter((name) => !isPinned.test(name ?? ""))).toEqual([]);
  const file = path.join(ROOT, "deploy", "github-actions", "snapshot.yml");
  const uses = readFileSync(file, "utf8").match(/uses: .*/g) ?? [];
  expect(uses).toHaveLength(11);
  expect(uses.filter((use) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(use))).toEqual([]);
});

test.each(["module-lookup-build.service", "module-lookup-watch.service"])(
  "deploy/systemd/%s names variables that the program knows",
  async (name) => {
    const text = readFileSync(path.join(ROOT, "deploy", "systemd", name), "utf8");
    const variables = text.match(/MODULE_LOOKUP_\w+/g) ?? [];
    expect(variables.length).toBeGreaterThan(0);
    const environment = Object.fromEntries(variables.map((one) => [one, "1"]));
    const { build } = COMMANDS;
    if (build === undefined) throw new Error("there is no command build");
    await refuseUnknownVariables(build, COMMANDS, environment);
  },
);

test.each(["module-lookup.service", "module-lookup-build.service", "module-lookup-watch.service"])(
  "deploy/systemd/%s is confined",
  (name) => {
    const text = readFileSync(path.join(ROOT, "deploy", "systemd", name), "utf8");
    for (const line of [
      "MemoryMax=",
      "SystemCallFilter=@system-service",
      "PrivateDevices=yes",
      "NoNewPrivileges=yes",
      "ProtectSystem=strict",
      "CapabilityBoundingSet=\n",
      "RestrictNamespaces=yes",
    ]) {
      expect(text).toContain(`\n${line}`);
    }
    // The compiler of Node.js could not run.
    expect(text).not.toMatch(/^MemoryDenyWriteExecute=/m);
  },
);

test("compose.yaml gives the program only what it knows", async () => {
  const compose = parse(readFileSync(path.join(ROOT, "compose.yaml"), "utf8"), { merge: true }) as {
    readonly services: Readonly<
      Record<string, { readonly command: readonly string[]; readonly read_only: boolean }>
    >;
  };
  for (const service of Object.values(compose.services)) {
    expect(service.read_only).toBe(true);
    expect(await findUnknownOptions(service.command)).toEqual([]);
  }
});
