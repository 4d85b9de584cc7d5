// The few headers of a tar file (POSIX ustar) that an archive has. Nothing is parsed: the reader
// knows from the manifest which header must come and compares its bytes. So no foreign name, kind
// or length is ever believed.
export const BLOCK_BYTES = 512;

/** Two empty blocks end the file. */
export const TAR_END = new Uint8Array(2 * BLOCK_BYTES);

const CHECKSUM = { offset: 148, length: 8 } as const;

export function encodeFileHeader(name: string, bytes: number): Uint8Array {
  return encodeHeader(name, { mode: 0o644, bytes, kind: "0", target: "" });
}

export function encodeLinkHeader(name: string, target: string): Uint8Array {
  return encodeHeader(name, { mode: 0o777, bytes: 0, kind: "2", target });
}

/** Zeros that fill the last block of a file. */
export function getPadding(bytes: number): Uint8Array {
  return new Uint8Array((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES);
}

/** The length that a file's header states; NaN when it states none. */
export function readLength(header: Uint8Array): number {
  const text = Buffer.from(header.subarray(124, 135)).toString("latin1");
  return /^[0-7]{11}$/.test(text) ? Number.parseInt(text, 8) : Number.NaN;
}

function encodeHeader(
  name: string,
  parts: {
    readonly mode: number;
    readonly bytes: number;
    readonly kind: string;
    readonly target: string;
  },
): Uint8Array {
  const header = new Uint8Array(BLOCK_BYTES);
  const put = (offset: number, text: string): void => header.set(Buffer.from(text), offset);
  put(0, name);
  put(100, octal(parts.mode, 7));
  // User, group and time are nobody's and none, so that the same files give the same bytes.
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(parts.bytes, 11));
  put(136, octal(0, 11));
  put(156, parts.kind);
  put(157, parts.target);
  put(257, "ustar\x0000");
  put(CHECKSUM.offset, " ".repeat(CHECKSUM.length));
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(CHECKSUM.offset, `${octal(sum, 6)} `);
  return header;
}

function octal(number: number, digits: number): string {
  return `${number.toString(8).padStart(digits, "0")}\0`;
}
