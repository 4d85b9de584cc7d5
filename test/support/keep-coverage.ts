// Node.js writes what ran when a process ends by itself. Vitest asks its processes to stop, and kills what has not ended half a
// second later, in the middle of the file: `npm run coverage` has them write it when they are asked.
import { stopCoverage, takeCoverage } from "node:v8";

process.on("message", (message: { readonly type?: unknown }) => {
  if (message.type !== "stop") return;
  takeCoverage();
  stopCoverage();
});
