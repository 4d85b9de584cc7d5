// Rows of bytes, copied one after another into large pieces of memory. As arrays of their own a
// million rows would take several times the room: a small result of zlib or of a buffer pool keeps
// all of what it was cut out of.

/** The first piece; each is twice as large as the one before, up to the largest. */
const FIRST_PIECE_BYTES = 1 << 14;
const LARGEST_PIECE_BYTES = 1 << 24;

interface Piece {
  readonly bytes: Uint8Array;
  used: number;
}

/** Rows by number, in the order in which they were added. */
export class ByteRows {
  readonly #pieces: Piece[] = [];
  /** Of each row: its piece, where it starts there, its length. */
  readonly #places: [piece: number[], start: number[], length: number[]] = [[], [], []];

  /** Bytes of each row. */
  get lengths(): readonly number[] {
    return this.#places[2];
  }

  /** Adds a row that consists of these parts. */
  add(...parts: readonly Uint8Array[]): void {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const piece = this.#makeRoom(length);
    const [pieces, starts, lengths] = this.#places;
    pieces.push(this.#pieces.length - 1);
    starts.push(piece.used);
    lengths.push(length);
    for (const part of parts) {
      piece.bytes.set(part, piece.used);
      piece.used += part.length;
    }
  }

  /** Takes the row away that was added last. */
  removeLast(): void {
    const [pieces, starts, lengths] = this.#places;
    lengths.pop();
    const start = starts.pop();
    const piece = this.#pieces[pieces.pop() ?? -1];
    if (start === undefined || piece === undefined) throw new Error("no row");
    piece.used = start;
  }

  /** The row with this number, which must exist; a view. */
  get(row: number): Uint8Array {
    const [pieces, starts, lengths] = this.#places;
    const start = starts[row] ?? 0;
    const piece = this.#pieces[pieces[row] ?? -1];
    if (piece === undefined) throw new Error(`no row ${row}`);
    return piece.bytes.subarray(start, start + (lengths[row] ?? 0));
  }

  /** All rows, one after another. */
  join(): Uint8Array {
    return Buffer.concat(this.#pieces.map(({ bytes, used }) => bytes.subarray(0, used)));
  }

  #makeRoom(length: number): Piece {
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.used + length <= last.bytes.length) return last;
    const size = FIRST_PIECE_BYTES * 2 ** this.#pieces.length;
    const bytes = new Uint8Array(Math.max(Math.min(size, LARGEST_PIECE_BYTES), length));
    const piece = { bytes, used: 0 };
    this.#pieces.push(piece);
    return piece;
  }
}
