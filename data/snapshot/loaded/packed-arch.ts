// The arch of a view as it is stored: JSON, whose shape is looked at when it is read.
import type { ArchChildren, ArchNode } from "../../module/loaded-module.js";
import { isObject } from "../../json.js";
import { damagedSection } from "../errors.js";

/** Deeper than any arch that the builder lets through. */
const DEPTH_LIMIT_LEVELS = 256;

/** @throws SnapshotError where the text is not that of an arch */
export function parseArch(text: unknown): ArchNode {
  let value: unknown;
  try {
    value = JSON.parse(typeof text === "string" ? text : "");
  } catch (error) {
    throw damagedSection("archs.bytes", "JSON", (error as Error).message);
  }
  if (isArchNode(value, 0)) return value;
  throw damagedSection("archs.bytes", "an arch", "another value");
}

function isArchNode(value: unknown, depth: number): value is ArchNode {
  if (!Array.isArray(value) || value.length !== 4 || depth > DEPTH_LIMIT_LEVELS) return false;
  const [tag, attributes, lines, children] = value as readonly unknown[];
  return (
    typeof tag === "string" &&
    isTexts(attributes) &&
    typeof lines === "number" &&
    isChildren(children, depth + 1)
  );
}

function isChildren(value: unknown, depth: number): value is ArchChildren {
  return (
    Array.isArray(value) &&
    value.every((child) => typeof child === "string" || isArchNode(child, depth))
  );
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((text) => typeof text === "string");
}
