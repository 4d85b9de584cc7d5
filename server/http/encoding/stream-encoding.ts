// A long answer, sent as fast as the client takes it: a piece is made when the last one has gone.
import { pipeline, Readable } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { ExportGate } from "./export-gate.js";
import type { Encoding } from "../../contract/negotiation.js";
import { BROTLI_QUALITY } from "./representation.js";

export interface StreamWatch {
  readonly gate: ExportGate;
  /** Keeps what the pieces are made of until the returned function is called. */
  keepOpen(): () => void;
  /** Whether the client has left. */
  isGone(): boolean;
  /** Called before a piece is sent. @throws Problem when what it is made of has changed */
  check(): void;
  /** Called when a piece cannot be made; the client sees that the answer was cut. */
  onDefect(error: unknown): void;
}

/**
 * The pieces as bytes in an encoding. The first one is made now, so that what fails at once can be
 * answered as any failure; all that is held is given back at the end, or when the client has gone. One
 * that takes no further piece for the gate's time is cut off.
 * @throws Problem `too_many_exports`; what making the first piece throws
 */
export async function openStream(
  pieces: Iterable<string>,
  encoding: Encoding,
  watch: StreamWatch,
): Promise<Readable> {
  const { gate, check } = watch;
  const leave = gate.enter();
  try {
    const iterator = pieces[Symbol.iterator]();
    await gate.yieldInTurn();
    if (watch.isGone()) {
      leave();
      return Readable.from([]);
    }
    check();
    const first = iterator.next();
    const source: Readable = Readable.from(
      continuePieces(first, iterator, { ...watch, onStall: () => source.destroy(STALLED) }),
      { objectMode: false },
    );
    const release = watch.keepOpen();
    source.once("close", () => {
      release();
      leave();
    });
    return compressStream(source, encoding);
  } catch (error) {
    leave();
    throw error;
  }
}

const STALLED = new Error("the client takes nothing more");

function compressStream(source: Readable, encoding: Encoding): Readable {
  const compressor = createCompressor(encoding);
  if (compressor === undefined) return source;
  // A reader who leaves in order is no fault to a pipeline, which then would leave the source open.
  compressor.once("close", () => source.destroy());
  return pipeline(source, compressor, () => undefined);
}

/**
 * Between two pieces it yields to others: a client that takes them as fast as they are made would
 * leave none. Whoever lets go waits for the piece that is being made.
 */
async function* continuePieces(
  first: IteratorResult<string, unknown>,
  iterator: Iterator<string>,
  watch: StreamWatch & { onStall(): void },
): AsyncGenerator<string> {
  const { gate, check, onDefect, onStall } = watch;
  const takeNext = (): IteratorResult<string, unknown> => {
    try {
      return iterator.next();
    } catch (error) {
      onDefect(error);
      throw error;
    }
  };
  for (let next = first; next.done !== true; next = takeNext()) {
    check();
    const timer = setTimeout(onStall, gate.timeoutMs);
    try {
      // It goes on when the socket wants more.
      yield next.value;
    } finally {
      clearTimeout(timer);
    }
    await gate.yieldInTurn();
  }
}

function createCompressor(encoding: Encoding) {
  switch (encoding) {
    case "br":
      return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
    case "gzip":
      return createGzip();
    case "identity":
      return undefined;
  }
}
