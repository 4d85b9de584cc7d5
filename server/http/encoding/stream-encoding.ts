// A long answer, sent as fast as the client takes it: a piece is made when the last one has gone.
import { pipeline, Readable } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { yieldToEventLoop } from "../../../data/yield.js";
import type { ExportGate } from "./export-gate.js";
import type { Encoding } from "../../contract/negotiation.js";
import { BROTLI_QUALITY } from "./representation.js";

export interface StreamWatch {
  readonly gate: ExportGate;
  /** Keeps what the pieces are made of until the returned function is called. */
  keepOpen(): () => void;
  /** Counts bytes as in memory until the returned function is called. @throws Problem `too_busy` */
  hold(bytes: Uint8Array): () => void;
  /** Whether the client has left. */
  isGone(): boolean;
  /** Called before a piece is sent. @throws Problem when what it is made of has changed */
  check(): void;
  /** Called when a piece cannot be made; the client sees that the answer was cut. */
  onDefect(error: unknown): void;
}

/**
 * The pieces as bytes in an encoding, which hold a place among the exports until the last piece has gone, or the client has. One that
 * takes no further piece for the gate's time is cut off. The first one is made now, so that what fails at once can be answered as
 * any failure.
 * @throws Problem `too_many_exports`; what making the first piece throws
 */
export async function openStream(
  pieces: Iterable<string>,
  encoding: Encoding,
  watch: StreamWatch,
): Promise<Readable> {
  const leave = watch.gate.enter();
  try {
    await yieldToEventLoop();
    if (watch.isGone()) {
      leave();
      return Readable.from([]);
    }
    watch.check();
    const iterator = pieces[Symbol.iterator]();
    const inTurn = makeInTurn(iterator.next(), iterator);
    const close = watch.keepOpen();
    const timed = timePieces(inTurn, watch, () => source.destroy(STALLED));
    const source: Readable = Readable.from(timed, { objectMode: false });
    source.once("close", () => {
      close();
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
 * Yields to others between two pieces: a fast client would leave them none. A closing client waits
 * for the piece in progress.
 */
async function* makeInTurn(
  first: IteratorResult<string, unknown>,
  iterator: Iterator<string>,
): AsyncGenerator<string> {
  for (let next = first; next.done !== true; next = iterator.next()) {
    yield next.value;
    await yieldToEventLoop();
  }
}

async function* timePieces(
  pieces: AsyncGenerator<string>,
  { gate, check, onDefect }: StreamWatch,
  onStall: () => void,
): AsyncGenerator<string> {
  const takeNext = async (): Promise<IteratorResult<string, unknown>> => {
    try {
      return await pieces.next();
    } catch (error) {
      onDefect(error);
      throw error;
    }
  };
  for (let next = await takeNext(); next.done !== true; next = await takeNext()) {
    check();
    const timer = setTimeout(onStall, gate.timeoutMs);
    try {
      // Resumes when the socket wants more.
      yield next.value;
    } finally {
      clearTimeout(timer);
    }
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
