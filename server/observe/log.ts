// What the service tells its operator: one JSON object a line. Lines of single answers are collected
// and written once in a turn of the event loop, so that a level without them costs nothing and one
// with them little.

/** From the rarest to the most frequent; a level includes those before it. */
export const LOG_LEVELS = ["error", "warn", "info", "access"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** What is told of one answer. Neither path nor query: what people look for is their own affair. */
export interface AccessFacts {
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

export type LogFacts = Readonly<Record<string, string | number>>;

export interface Log {
  /** Whether answers are told; else nobody need collect their facts. */
  readonly hasAccess: boolean;
  error(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  access(facts: AccessFacts): void;
}

/** @param write is given whole lines, each with its end */
export function openLog(level: LogLevel, write: (lines: string) => void): Log {
  const rank = LOG_LEVELS.indexOf(level);
  let collected = "";
  const flush = (): void => {
    const lines = collected;
    collected = "";
    if (lines !== "") write(lines);
  };
  const add = (kind: LogLevel, facts: object): void => {
    collected += `${JSON.stringify({ time: new Date().toISOString(), level: kind, ...facts })}\n`;
  };
  const tell = (kind: LogLevel, message: string, facts: LogFacts | undefined): void => {
    if (LOG_LEVELS.indexOf(kind) > rank) return;
    add(kind, { message, ...facts });
    // What is rare is told at once, after what came before it.
    flush();
  };
  return {
    hasAccess: level === "access",
    error: (message, facts) => tell("error", message, facts),
    warn: (message, facts) => tell("warn", message, facts),
    info: (message, facts) => tell("info", message, facts),
    access(facts) {
      if (collected === "") setImmediate(flush);
      add("access", facts);
    },
  };
}
