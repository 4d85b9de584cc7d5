// A zip archive of texts (PKWARE's APPNOTE 6.3.3). It is packed by threads of the system, so that others are answered meanwhile.
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";

interface ZippedFile {
  /** In ASCII. */
  readonly path: string;
  readonly text: string;
}

/** RFC 1952: the header without a name, and sum and length behind the data. */
const GZIP_HEAD_BYTES = 10;
const GZIP_TAIL_BYTES = 8;

const LOCAL = 0x04_03_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
const VERSION = 20;
const DEFLATED = 8;
/** The first of January 1980, the first day that archives can tell. */
const FIRST_DAY = 0x21;

const toGzip = promisify<Buffer, { readonly level: number }, Buffer>(gzip);

/** Deterministic: equal files give equal bytes. */
export async function zipFiles(files: readonly ZippedFile[]): Promise<Uint8Array> {
  const packed = await Promise.all(
    files.map(async ({ path, text }) => {
      // A third larger than the default, in a fifth of the time.
      const zipped = await toGzip(Buffer.from(text), { level: constants.Z_BEST_SPEED });
      const end = zipped.length - GZIP_TAIL_BYTES;
      const data = zipped.subarray(GZIP_HEAD_BYTES, end);
      const [sum, length] = [zipped.readUInt32LE(end), zipped.readUInt32LE(end + 4)];
      const name = Buffer.from(path, "latin1");
      // Part of both headers of a file.
      const said = [
        [VERSION, 0, DEFLATED, 0, FIRST_DAY],
        [sum, data.length, length],
        [name.length, 0],
      ];
      return { name, data, said: write(said) };
    }),
  );
  const parts: Buffer[] = [];
  const listed: Buffer[] = [];
  let offset = 0;
  for (const { name, data, said } of packed) {
    const local = [write([[], [LOCAL]]), said, name, data];
    listed.push(
      write([[], [CENTRAL], [VERSION]]),
      said,
      write([
        [0, 0, 0],
        [0, offset],
      ]),
      name,
    );
    for (const part of local) offset += part.length;
    parts.push(...local);
  }
  const list = Buffer.concat(listed);
  const count = packed.length;
  const end = write([[], [END], [0, 0, count, count], [list.length, offset], [0]]);
  return Buffer.concat([...parts, list, end]);
}

/** Numbers of two and of four bytes by turns. */
function write(numbers: readonly (readonly number[])[]): Buffer {
  return Buffer.concat(
    numbers.map((some, at) => {
      const words = at % 2 === 0 ? Uint16Array.from(some) : Uint32Array.from(some);
      return Buffer.from(words.buffer);
    }),
  );
}
