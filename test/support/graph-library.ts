// The library of the nearest-neighbour graph, which tests need though the program does without.
import { loadGraphLibrary, type GraphLibrary } from "../../builder/index/vector-graph.js";

/** @throws Error where it was not compiled */
export async function getGraphLibrary(): Promise<GraphLibrary> {
  const library = await loadGraphLibrary();
  if (library === undefined) throw new Error("hnswlib-node is not installed");
  return library;
}
