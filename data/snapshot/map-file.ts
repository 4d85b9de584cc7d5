// A file as bytes without reading it: mapped by the operating system where that is possible, so
// that pages are loaded when they are touched and shared between processes; read otherwise.
import { closeSync, createReadStream, fstatSync, readFileSync } from "node:fs";
import { digestPieces, toSha256 } from "../sha256.js";
import { getCLibrary } from "../files/c-library.js";
import { unreadableFile } from "./errors.js";
import { openPlainFile } from "./plain-file.js";

export interface MappedFile {
  readonly bytes: Uint8Array;
  /** False where the file had to be read into memory. */
  readonly isMapped: boolean;
  /**
   * Present state of the mapped file, whatever has its name now: a write changes it before any
   * byte. `undefined` if the file was read into memory, where changes do no harm.
   */
  readState(): FileState | undefined;
  /** SHA-256 of what is in the file now, in hexadecimal; read, so that a file cut short does no harm. */
  hashFile(): Promise<string>;
  /**
   * Gives the file back. The bytes must not be read afterwards: such a read meets
   * zeros, and does not end the process.
   */
  close(): void;
}

/** Equal as long as nobody wrote to a file, cut it or changed its metadata. */
export interface FileState {
  readonly sizeBytes: bigint;
  /** Time of the last write, in Unix nanoseconds; the owner of the file may set another. */
  readonly writtenNs: bigint;
  /** Time of the last change of content or metadata, such as links to it, in Unix nanoseconds. */
  readonly changedNs: bigint;
}

interface MemoryMapper {
  map(
    fileDescriptor: number,
    lengthBytes: number,
  ): { bytes: Uint8Array; unmap: () => void } | undefined;
}

const PROT_READ = 1;
const MAP_SHARED = 1;
const MAP_PRIVATE = 2;
const MAP_FIXED = 16;
/** Memory of no file, zeros: another number for each family of systems. */
const MAP_ANONYMOUS = process.platform === "linux" ? 32 : 4_096;

/**
 * The mapping outlives the file's name: a snapshot may be removed while it is served. It does not
 * outlive its bytes: if a mapped file is cut short, touching the lost part ends the process
 * (SIGBUS). That is why snapshots are immutable and publishing writes to new files only. The file
 * stays open too, so that readers can check that it is unchanged.
 * @throws SnapshotError `snapshot_unreadable` when the file cannot be opened
 */
export function mapFile(file: string): MappedFile {
  const descriptor = openFile(file);
  let isMapped = false;
  try {
    const lengthBytes = fstatSync(descriptor).size;
    const mapped = lengthBytes > 0 ? getMapper()?.map(descriptor, lengthBytes) : undefined;
    isMapped = mapped !== undefined;
    return mapped === undefined
      ? toReadFile(readFileSync(descriptor))
      : toMappedFile(mapped, descriptor);
  } finally {
    if (!isMapped) closeSync(descriptor);
  }
}

function toMappedFile(
  { bytes, unmap }: { readonly bytes: Uint8Array; readonly unmap: () => void },
  descriptor: number,
): MappedFile {
  let isOpen = true;
  return {
    bytes,
    isMapped: true,
    readState() {
      // Another file may have the number by now.
      if (!isOpen) return undefined;
      const { size, mtimeNs, ctimeNs } = fstatSync(descriptor, { bigint: true });
      return { sizeBytes: size, writtenNs: mtimeNs, changedNs: ctimeNs };
    },
    hashFile: async () => {
      const pieces = createReadStream("", { fd: descriptor, autoClose: false, start: 0 });
      return (await digestPieces(pieces)).sha256;
    },
    close() {
      unmap();
      if (isOpen) closeSync(descriptor);
      isOpen = false;
    },
  };
}

function toReadFile(bytes: Uint8Array): MappedFile {
  return {
    bytes,
    isMapped: false,
    readState: () => undefined,
    hashFile: async () => toSha256(bytes),
    close: () => undefined,
  };
}

function openFile(file: string): number {
  try {
    return openPlainFile(file);
  } catch (error) {
    throw unreadableFile(file, error);
  }
}

let mapper: MemoryMapper | undefined | null = null;

function getMapper(): MemoryMapper | undefined {
  if (mapper === null) mapper = loadMapper();
  return mapper;
}

/** The C library's mmap; `undefined` on systems without it. */
function loadMapper(): MemoryMapper | undefined {
  const library = getCLibrary();
  if (library === undefined) return undefined;
  try {
    const mmap = library.functions.func("void *mmap(void *, size_t, int, int, int, int64_t)");
    const munmap = library.functions.func("int munmap(void *, size_t)");
    const addresses = new FinalizationRegistry<{ address: unknown; lengthBytes: number }>(
      ({ address, lengthBytes }) => void munmap(address, lengthBytes),
    );
    return {
      map(descriptor, lengthBytes) {
        const address: unknown = mmap(null, lengthBytes, PROT_READ, MAP_SHARED, descriptor, 0);
        // MAP_FAILED is the address -1.
        if (address === null || library.address(address) === 0xffff_ffff_ffff_ffffn)
          return undefined;
        const buffer = library.view(address, lengthBytes);
        // Nothing else may come to lie at these addresses as long as there is a view of them.
        addresses.register(buffer, { address, lengthBytes });
        return {
          bytes: new Uint8Array(buffer),
          unmap: () => {
            const flags = MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS;
            mmap(address, lengthBytes, PROT_READ, flags, -1, 0);
          },
        };
      },
    };
  } catch {
    // A C library without these symbols: files are read.
    return undefined;
  }
}
