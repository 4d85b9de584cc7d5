// A display that shows nothing and keeps what it was given.
import type { Progress } from "../../builder/progress/progress.js";

export interface RecordedProgress extends Progress {
  /** `start read`, `advance read 1`, `finish read`, `stop read`, in order. */
  readonly events: readonly string[];
}

/** @param onEvent called with each event, as soon as it happens */
export function recordProgress(
  onEvent: (event: string) => void = () => undefined,
): RecordedProgress {
  const events: string[] = [];
  let current = "";
  const keep = (event: string): void => {
    events.push(event);
    onEvent(event);
  };
  return {
    events,
    start(stage) {
      current = stage;
      keep(`start ${stage}`);
    },
    advance: (done) => keep(`advance ${current} ${done}`),
    finish: () => keep(`finish ${current}`),
    stop: () => keep(`stop ${current}`),
  };
}
