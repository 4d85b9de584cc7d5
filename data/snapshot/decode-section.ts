// One MessagePack section as a value that is read with checks.
import { damagedSection } from "./errors.js";
import type { SectionName } from "./format.js";
import { readValuesOf, type Reader, type ValueReaders } from "./packed-values.js";
import { unpackValue } from "./record/packing.js";
import type { SectionReader } from "./sections.js";

/**
 * @param toReader what reads the value, made of readers of the section
 * @throws SnapshotError `snapshot_damaged` when the section is not MessagePack or not what is read
 */
export function decodeSection<T>(
  sections: SectionReader,
  name: SectionName,
  toReader: (of: ValueReaders) => Reader<T>,
): T {
  let value: unknown;
  try {
    value = unpackValue(sections.get(name));
  } catch (error) {
    throw damagedSection(name, "MessagePack", (error as Error).message);
  }
  return toReader(readValuesOf(name))(value);
}
