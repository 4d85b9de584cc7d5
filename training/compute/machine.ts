// What a thread computes with: the memory that all threads share, and the kernels over it.
import { assembleKernels, type Kernels, MAXIMUM_PAGES } from "./kernels.js";
import {
  instantiate,
  makeSharedMemory,
  type SharedMemory,
} from "../../data/compute/web-assembly.js";

const PAGE_BYTES = 65_536;

export interface Machine {
  readonly kernels: Kernels;
  readonly floats: Float32Array;
  readonly doubles: Float64Array;
  /** Whole numbers of 32 bits. */
  readonly numbers: Uint32Array;
}

/** A place in shared memory, in bytes, on a border of 64. */
export type Address = number;

/** Hands out places in memory, one after the other; nothing is given back. */
export interface Arena {
  readonly memory: SharedMemory;
  readonly machine: Machine;
  /** Room for so many values of 4 bytes, all zero. */
  reserve(values: number): Address;
}

/** @param values how many of 4 bytes will be asked for in all */
export function openArena(values: number): Arena {
  const bytes = 4 * values + PAGE_BYTES;
  const pages = Math.ceil(bytes / PAGE_BYTES);
  const memory = makeSharedMemory(pages, MAXIMUM_PAGES);
  // Address 0 is never used, so that it can stand for nothing.
  let end = 64;
  return {
    memory,
    machine: openMachine(memory),
    reserve(wanted) {
      const start = end;
      end += Math.ceil((4 * wanted) / 64) * 64;
      if (end > pages * PAGE_BYTES) throw new Error(`the arena has no room for ${wanted} values`);
      return start;
    },
  };
}

export function openMachine(memory: SharedMemory): Machine {
  return {
    kernels: instantiate(assembleKernels(), memory) as Kernels,
    floats: new Float32Array(memory.buffer),
    doubles: new Float64Array(memory.buffer),
    numbers: new Uint32Array(memory.buffer),
  };
}
