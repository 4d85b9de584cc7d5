// The part of WebAssembly that is used, since the compiler's types of it come only with a browser's.

export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
}

interface WebAssemblyApi {
  readonly Memory: new (plan: {
    readonly initial: number;
    readonly maximum: number;
    readonly shared: true;
  }) => SharedMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly shared: { readonly memory: SharedMemory } },
  ) => { readonly exports: object };
}

declare const WebAssembly: WebAssemblyApi;

/** Zeroed memory of so many pages of 64 KiB, to be shared by threads. */
export function makeSharedMemory(pages: number, maximum: number): SharedMemory {
  return new WebAssembly.Memory({ initial: pages, maximum, shared: true });
}

/** The functions of a module over a memory. */
export function instantiate(bytes: Uint8Array, memory: SharedMemory): object {
  const module = new WebAssembly.Module(Uint8Array.from(bytes));
  return new WebAssembly.Instance(module, { shared: { memory } }).exports;
}
