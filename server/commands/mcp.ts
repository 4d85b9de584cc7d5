// `module-lookup mcp`: the tools for an agent on this machine, over standard input and output.
import type { CommandContext } from "../../data/settings/command.js";
import { readSettings } from "../../data/settings/settings.js";
import { DEFAULT_LIMITS, MCP_SETTINGS } from "../config.js";
import { freezePrototypes } from "../live/frozen-prototypes.js";
import { tuneProcess } from "../live/process-tuning.js";
import { createToolService } from "../mcp/service.js";
import { LiveSnapshot } from "../live/live-snapshot.js";

/**
 * Answers until its input ends. Standard output is the protocol's; what fails is logged on standard error.
 * @throws OperatorError when the snapshot cannot be served, or somebody writes to it
 */
export async function runMcp(words: readonly string[], context: CommandContext): Promise<number> {
  // Wrong words change nothing of the process.
  const settings = readSettings("mcp", MCP_SETTINGS, words, context.environment);
  freezePrototypes();
  tuneProcess();
  const loss = new AbortController();
  const live = await LiveSnapshot.open(settings.snapshot, {
    embedder: settings.weights === undefined ? {} : { model: settings.weights },
    onLost: (error) => loss.abort(error),
  });
  try {
    const service = createToolService({
      live,
      maxParameterChars: DEFAULT_LIMITS["max-parameter-chars"],
      onDefect: (error) =>
        context.printError(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    });
    const { serveStreams } = await import("../mcp/sdk.js");
    const signal = AbortSignal.any([context.signal, loss.signal]);
    await serveStreams(service, { input: process.stdin, output: process.stdout }, signal);
    if (loss.signal.aborted) throw loss.signal.reason;
    return 0;
  } finally {
    live.close();
  }
}
