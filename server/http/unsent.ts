// Bytes of answers that their readers have not taken yet, of all together: each stays in memory as long as its reader is slow.
import { Problem } from "../contract/problem.js";

export interface Unsent {
  /**
   * Holds what is to be sent to a client until its connection is closed, or what is returned is called. Bytes that several
   * wait for are counted once.
   * @throws Problem `too_busy`, where there is no room and nobody has had time enough
   */
  hold(bytes: Uint8Array, reader?: Reader): () => void;
}

interface Reader {
  /** True if the client has left: then nothing is held. */
  readonly destroyed: boolean;
  once(event: "close", listener: () => void): unknown;
  destroy(): unknown;
}

interface Limits {
  readonly mostBytes: number;
  /** The client that has held a whole answer longest gives way. */
  readonly patienceMs: number;
  now?(): number;
}

/** Less is in the buffers of the system as soon as it is sent. */
const LARGE_BYTES = 16_384;

interface Held {
  readonly sinceMs: number;
  end(): void;
}

export function createUnsent(limits: Limits): Unsent {
  const { mostBytes, patienceMs, now = () => performance.now() } = limits;
  /** Number of holders of these bytes. */
  const holders = new Map<Uint8Array, number>();
  /** Readers, the longest first. */
  const reading = new Set<Held>();
  let total = 0;
  const add = (bytes: Uint8Array): void => {
    const others = holders.get(bytes) ?? 0;
    if (others === 0) total += bytes.length;
    holders.set(bytes, others + 1);
  };
  const remove = (bytes: Uint8Array): void => {
    const others = (holders.get(bytes) ?? 0) - 1;
    if (others > 0) holders.set(bytes, others);
    else if (holders.delete(bytes)) total -= bytes.length;
  };
  const hasRoom = (bytes: Uint8Array): boolean =>
    total === 0 || holders.has(bytes) || total + bytes.length <= mostBytes;
  const makeRoom = (bytes: Uint8Array): void => {
    while (!hasRoom(bytes)) {
      const [longest] = reading;
      if (longest === undefined || now() - longest.sinceMs < patienceMs) {
        const detail = "Too many long answers wait for their readers; ask again in a moment.";
        throw new Problem("too_busy", detail);
      }
      longest.end();
    }
  };
  return {
    hold(bytes, reader) {
      if (bytes.length < LARGE_BYTES || reader?.destroyed === true) return () => undefined;
      makeRoom(bytes);
      add(bytes);
      let isHeld = true;
      const release = (): void => {
        reading.delete(held);
        if (isHeld) remove(bytes);
        isHeld = false;
      };
      const end = (): void => {
        release();
        reader?.destroy();
      };
      const held: Held = { sinceMs: now(), end };
      if (reader !== undefined) {
        reading.add(held);
        reader.once("close", release);
      }
      return release;
    },
  };
}
