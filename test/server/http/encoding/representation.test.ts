// Compressed bytes are those of the answer, of every size.
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Encoding } from "../../../../server/contract/negotiation.js";
import { compress } from "../../../../server/http/encoding/representation.js";

const DECOMPRESS: Readonly<Record<Encoding, (bytes: Uint8Array) => Uint8Array>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes) => bytes,
};

test.each(["br", "gzip", "identity"] as const)("%s, small and large", async (encoding) => {
  for (const length of [0, 1, 32_767, 32_768, 300_000]) {
    const plain = Uint8Array.from({ length }, (_, at) => (at * at) % 251);
    const compressed = await compress(plain, encoding);
    expect(Buffer.compare(DECOMPRESS[encoding](compressed), plain)).toBe(0);
    if (encoding !== "identity" && length > 1) expect(compressed.length).toBeLessThan(length);
  }
});

test("a large answer is compressed while others are given", () => {
  const plain = new Uint8Array(300_000);
  expect(compress(plain, "br")).toBeInstanceOf(Promise);
  expect(compress(plain, "gzip")).toBeInstanceOf(Promise);
  expect(compress(plain.subarray(0, 1_000), "br")).toBeInstanceOf(Uint8Array);
});
