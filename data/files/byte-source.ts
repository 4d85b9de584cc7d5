// Exact numbers of bytes out of a stream of pieces. What nobody asks for is not read, so that a
// compressed stream that would never end is left where it is.

export interface ByteSource {
  /** Exactly so many bytes; fewer only at the end of the stream. */
  read(bytes: number): Promise<Uint8Array>;
  /** Reads the bytes in pieces, as they arrive. */
  readPieces(bytes: number): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

export function openByteSource(pieces: AsyncIterable<Uint8Array>): ByteSource {
  const iterator = pieces[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  async function* readPieces(bytes: number): AsyncGenerator<Uint8Array> {
    for (let missing = bytes; missing > 0;) {
      if (rest.length === 0) {
        const next = await iterator.next();
        if (next.done === true) return;
        rest = next.value;
      }
      const piece = rest.subarray(0, missing);
      rest = rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }
  return {
    readPieces,
    async read(bytes) {
      const read: Uint8Array[] = [];
      for await (const piece of readPieces(bytes)) read.push(piece);
      return Buffer.concat(read);
    },
    async close() {
      await iterator.return?.();
    },
  };
}
