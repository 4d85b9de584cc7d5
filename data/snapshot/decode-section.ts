// One MessagePack section as a value of a known shape.
import { damagedSection } from "./errors.js";
import type { SectionName } from "./format.js";
import { unpackValue } from "./record/packing.js";
import type { SectionReader } from "./sections.js";

/** @throws SnapshotError `snapshot_damaged` when the section is not MessagePack or not of the shape */
export function decodeSection<T>(
  sections: SectionReader,
  name: SectionName,
  isShape: (value: unknown) => value is T,
): T {
  let value: unknown;
  try {
    value = unpackValue(sections.get(name));
  } catch (error) {
    throw damagedSection(name, "MessagePack", (error as Error).message);
  }
  if (!isShape(value)) throw damagedSection(name, "a list", typeof value);
  return value;
}
