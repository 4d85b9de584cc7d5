// The log of the service: one JSON object a line. Lines of single answers are collected
// and written once in an iteration of the event loop, so that a level without them costs nothing and one
// with them little.

/** From the rarest to the most frequent; a level includes those before it. */
export const LOG_LEVELS = ["error", "warn", "info", "access"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Logged facts of an answer. Neither path nor query: searches are private. */
interface AccessDetails {
  readonly request_id: string;
  readonly method: string;
  /** Template of the route, `none` where no route answers. */
  readonly route: string;
  /** `null` when the connection ended before the whole answer was sent. */
  readonly status: number | null;
  readonly duration_ms: number;
  /** Left out when it is hidden or not known. */
  readonly peer?: string;
}

type LogDetails = Readonly<Record<string, string | number>>;

export interface Log {
  /** Whether answers are logged; else nobody need collect their details. */
  readonly hasAccess: boolean;
  error(message: string, details?: LogDetails): void;
  warn(message: string, details?: LogDetails): void;
  info(message: string, details?: LogDetails): void;
  access(details: AccessDetails): void;
}

/** @param write is given whole lines, each with its end */
export function createLog(level: LogLevel, write: (lines: string) => void): Log {
  const rank = LOG_LEVELS.indexOf(level);
  let collected = "";
  const flush = (): void => {
    const lines = collected;
    collected = "";
    if (lines !== "") write(lines);
  };
  const add = (kind: LogLevel, details: object): void => {
    collected += `${JSON.stringify({ time: new Date().toISOString(), level: kind, ...details })}\n`;
  };
  const log = (kind: LogLevel, message: string, details: LogDetails | undefined): void => {
    if (LOG_LEVELS.indexOf(kind) > rank) return;
    add(kind, { message, ...details });
    // Rare lines are written at once, after earlier ones.
    flush();
  };
  return {
    hasAccess: level === "access",
    error: (message, details) => log("error", message, details),
    warn: (message, details) => log("warn", message, details),
    info: (message, details) => log("info", message, details),
    access(details) {
      if (collected === "") setImmediate(flush);
      add("access", details);
    },
  };
}
