// A part of an ordered list, with the length of the whole.

export interface Slice<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

export interface SliceRequest {
  readonly offset: number;
  readonly limit: number;
}

export function cutSlice<T>(all: readonly T[], { offset, limit }: SliceRequest): Slice<T> {
  return { rows: all.slice(offset, offset + limit), total: all.length };
}
