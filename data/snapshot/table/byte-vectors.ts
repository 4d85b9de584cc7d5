// Unit vectors with a byte for each number, writer and reader: whole numbers from -127 to 127, of each vector times a
// scale of its own. They take a quarter of what 32-bit numbers do, and their cosines differ by some ten-thousandths.
import type { ByteVectors } from "../../embedding/byte-products.js";
import { damagedSection } from "../errors.js";
import type { SectionName } from "../format.js";
import type { Section, SectionReader } from "../sections.js";

type ByteVectorsName = "need-vectors" | "beside.vectors" | "beside.needs";

const LARGEST = 127;

export function encodeByteVectors(
  name: ByteVectorsName,
  vectors: readonly Float32Array[],
): readonly Section[] {
  const scales = Float32Array.from(
    vectors,
    (vector) => vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / LARGEST,
  );
  const bytes = vectors.map((vector, row) => {
    const scale = scales[row] ?? 0;
    return Uint8Array.from(vector, (value) => (scale === 0 ? 0 : Math.round(value / scale) & 0xff));
  });
  return [
    [name, Buffer.concat(bytes)],
    [`${name}.scale`, new Uint8Array(scales.buffer)],
  ];
}

/** @throws SnapshotError */
export function readByteVectors(sections: SectionReader, name: ByteVectorsName): ByteVectors {
  const bytes = sections.get(name);
  const section: SectionName = `${name}.scale`;
  const packed = sections.get(section);
  const count = packed.length / 4;
  const width = count === 0 ? 0 : bytes.length / count;
  if (!Number.isInteger(width) || (count === 0 && bytes.length > 0)) {
    throw damagedSection(section, "one number for each vector", `${count}`);
  }
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return {
    numbers: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
    scales: Float32Array.from({ length: count }, (_, row) => view.getFloat32(4 * row, true)),
    width,
  };
}
