// A part of an ordered list, with the length of the whole.

export interface Page<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
}

export function cutPage<T>(all: readonly T[], { offset, limit }: PageRequest): Page<T> {
  return { rows: all.slice(offset, offset + limit), total: all.length };
}
