// A ZIP archive of a few files in memory. The same files give the same bytes: it has no times.
import { crc32, deflateRawSync } from "node:zlib";

interface ArchivedFile {
  /** ASCII. */
  readonly path: string;
  readonly text: string;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_HEADER = 0x06054b50;
const VERSION = 20;
const DEFLATED = 8;
/** The first day that archives can tell, 1980-01-01. */
const FIRST_DAY = 0x21;

/** As APPNOTE.TXT of PKWARE has it, 4.3.6. */
export function packArchive(files: readonly ArchivedFile[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { path, text } of files) {
    const name = Buffer.from(path, "latin1");
    const plain = Buffer.from(text, "utf8");
    const packed = deflateRawSync(plain);
    const facts = describeEntry(plain, packed, name);
    const local = Buffer.concat([toBytes([[4, LOCAL_HEADER]]), facts, name, packed]);
    // Comment, disk, attributes, and where the file begins.
    const rest = toBytes([
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ]);
    const head = toBytes([
      [4, CENTRAL_HEADER],
      [2, VERSION],
    ]);
    central.push(Buffer.concat([head, facts, rest, name]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(central);
  const { length: count } = files;
  const end = toBytes([
    [4, END_HEADER],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, list.length],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([...parts, list, end]);
}

/** What stands in both headers of a file. */
function describeEntry(plain: Buffer, packed: Buffer, name: Buffer): Buffer {
  return toBytes([
    [2, VERSION],
    [2, 0],
    [2, DEFLATED],
    [2, 0],
    [2, FIRST_DAY],
    [4, crc32(plain)],
    [4, packed.length],
    [4, plain.length],
    [2, name.length],
    [2, 0],
  ]);
}

/** Numbers of so many bytes, the lowest first. */
function toBytes(fields: readonly (readonly [size: number, value: number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}
