// Progress of a build: a bar with rate and time left on a terminal, plain lines elsewhere, one JSON
// event a line for programs, or nothing.
import { SingleBar } from "cli-progress";
import { showControls } from "../../data/settings/text-table.js";

export interface Progress {
  /** Begins a stage; `total` counts what `unit` names. */
  start(stage: string, total: number, unit: string): void;
  /** Reports progress within the stage, and the present item. */
  advance(done: number, detail?: string): void;
  /** Ends the stage; all of it is done. */
  finish(): void;
  /** Takes the display down where it stands, as when the stage failed; after `finish` nothing. */
  stop(): void;
}

export type ProgressStyle = "bar" | "lines" | "json" | "none";

/** The style that the flags of a command ask for. */
export function chooseProgressStyle(settings: {
  readonly quiet: boolean;
  readonly json: boolean;
}): ProgressStyle {
  if (settings.quiet) return "none";
  if (settings.json) return "json";
  return process.stderr.isTTY ? "bar" : "lines";
}

/** The time between two lines of one stage where there is no terminal. */
const LINE_INTERVAL_MS = 2_000;

export function createProgress(style: ProgressStyle, stream: NodeJS.WriteStream): Progress {
  switch (style) {
    case "bar":
      return createBars(stream);
    case "lines":
      return createLines((stage, done, total, unit, detail) => {
        const named = detail ? ` (${showControls(detail)})` : "";
        stream.write(`${stage}: ${done} of ${total} ${unit}${named}\n`);
      });
    case "json":
      return createLines((stage, done, total, unit, detail) => {
        stream.write(
          `${JSON.stringify({ event: "progress", stage, done, total, unit, detail })}\n`,
        );
      });
    case "none":
      return {
        start: () => undefined,
        advance: () => undefined,
        finish: () => undefined,
        stop: () => undefined,
      };
  }
}

function createBars(stream: NodeJS.WriteStream): Progress {
  let bar: SingleBar | undefined;
  let startedAt = 0;
  return {
    start(stage, total, unit) {
      bar = new SingleBar({
        stream,
        format: `${stage.padEnd(8)} {bar} {value}/{total} ${unit} · {rate}/s · {left} left {detail}`,
        barsize: 24,
        hideCursor: true,
        clearOnComplete: false,
      });
      bar.start(total, 0, { detail: "", rate: "0", left: "?" });
      startedAt = performance.now();
    },
    advance(done, detail = "") {
      const seconds = (performance.now() - startedAt) / 1000;
      const rate = done / Math.max(seconds, 0.001);
      const left = done > 0 ? `${Math.ceil(((bar?.getTotal() ?? done) - done) / rate)} s` : "?";
      bar?.update(done, {
        detail: showControls(detail),
        rate: rate.toFixed(rate < 10 ? 1 : 0),
        left,
      });
    },
    finish() {
      bar?.update(bar.getTotal(), { detail: "", left: "0 s" });
      this.stop();
    },
    stop() {
      // Also shows the cursor again and ends the bar's timer, which would keep the program alive.
      bar?.stop();
      bar = undefined;
    },
  };
}

type WriteLine = (
  stage: string,
  done: number,
  total: number,
  unit: string,
  detail: string | undefined,
) => void;

function createLines(write: WriteLine): Progress {
  let current = { stage: "", total: 0, unit: "", done: 0, writtenAt: 0, writtenDone: -1 };
  const writeNow = (detail?: string): void => {
    write(current.stage, current.done, current.total, current.unit, detail);
    current.writtenAt = performance.now();
    current.writtenDone = current.done;
  };
  return {
    start(stage, total, unit) {
      current = { stage, total, unit, done: 0, writtenAt: performance.now(), writtenDone: -1 };
    },
    advance(done, detail) {
      current.done = done;
      if (performance.now() - current.writtenAt >= LINE_INTERVAL_MS) writeNow(detail);
    },
    finish() {
      current.done = current.total;
      if (current.writtenDone !== current.done) writeNow();
    },
    stop: () => undefined,
  };
}
