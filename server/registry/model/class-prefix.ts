// A system as it is while it is loaded: the classes of its modules up to a place in the load order.
import { memoizeEach } from "../../lookup/memo.js";
import type { ClassReader } from "./class-reader.js";

/** @returns for the place of a module what is loaded when that module is */
export function createClassPrefixes(reader: ClassReader): (lastPlace: number) => ClassReader {
  const findFirst = memoizeEach((model: string) =>
    Math.min(...reader.listClasses(model).map(({ rank: [place] }) => place)),
  );
  return (lastPlace) => ({
    ...reader,
    listModels: () => reader.listModels().filter((model) => findFirst(model) <= lastPlace),
    hasModel: (model) => findFirst(model) <= lastPlace,
    listClasses: (model) =>
      reader.listClasses(model).filter(({ rank: [place] }) => place <= lastPlace),
    findClass(from, name) {
      const found = reader.findClass(from, name);
      return found === undefined || found.rank[0] > lastPlace ? undefined : found;
    },
  });
}
