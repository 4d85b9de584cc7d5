// A long answer, sent as fast as the client takes it: a piece is made when the last one has gone.
import { pipeline, Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { Encoding } from "./negotiation.js";
import { BROTLI_QUALITY } from "./representation.js";

export interface StreamWatch {
  /** Keeps what the pieces are made of until the returned function is called. */
  keepOpen(): () => void;
  /** Called before a piece is sent. @throws Problem when what it is made of has changed */
  check(): void;
  /** Told when a piece cannot be made; the client sees that the answer was cut. */
  onDefect(error: unknown): void;
}

/**
 * The pieces as bytes in an encoding. The first one is made now, so that what fails at once can be
 * answered as any failure; all that is held is given back at the end, or when the client has gone.
 */
export function openStream(
  pieces: Iterable<string>,
  encoding: Encoding,
  watch: StreamWatch,
): Readable {
  const iterator = pieces[Symbol.iterator]();
  const first = iterator.next();
  const source = Readable.from(continuePieces(first, iterator, watch), { objectMode: false });
  source.once("close", watch.keepOpen());
  const compressor = createCompressor(encoding);
  if (compressor === undefined) return source;
  // A reader who leaves in order is no fault to a pipeline, which then would leave the source open.
  compressor.once("close", () => source.destroy());
  return pipeline(source, compressor, () => undefined);
}

/**
 * Between two pieces other requests have their turn: a client that takes them as fast as they are made
 * would leave none. Whoever lets go waits for the piece that is being made.
 */
async function* continuePieces(
  first: IteratorResult<string, unknown>,
  iterator: Iterator<string>,
  { check, onDefect }: StreamWatch,
): AsyncGenerator<string> {
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
    yield next.value;
    await nextTurn();
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
