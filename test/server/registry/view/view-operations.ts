// A system's views for tests: operations as data files give them, in the order in which they are listed.
import type { ArchNode, LoadedView } from "../../../../data/module/loaded-module.js";
import { toFullXmlId } from "../../../../data/module/xml-id.js";
import type { ViewOperation, ViewReader } from "../../../../server/registry/view/state.js";

type Given = Partial<LoadedView> & Pick<LoadedView, "xml_id">;

export interface WrittenOperation extends Given {
  readonly module: string;
  readonly root?: ArchNode;
}

/** Modules are loaded in the order in which their first operations stand. */
export function createReader(written: readonly WrittenOperation[]): ViewReader {
  const modules = [...new Set(written.map(({ module }) => module))];
  const operations = written.map(({ module, root, ...given }, at): ViewOperation => ({
    module,
    rank: [modules.indexOf(module), at],
    view: {
      operation: "record",
      file: "views/views.xml",
      line: 10 * (at + 1),
      dynamic: [],
      ...(root === undefined ? {} : { arch_line: 10 * (at + 1) + 2 }),
      ...given,
    },
    readArch: () => root,
  }));
  const list = (
    pick: (operation: ViewOperation) => string | null | undefined,
    wanted: string,
  ): readonly ViewOperation[] =>
    operations.filter((operation) => {
      const id = pick(operation);
      return id && toFullXmlId(operation.module, id) === wanted;
    });
  return {
    listOperations: (xmlId) => list(({ view }) => view.xml_id, xmlId),
    listInheriting: (xmlId) => [
      ...new Set(
        list(({ view }) => view.inherit_id, xmlId).map(({ module, view }) =>
          toFullXmlId(module, view.xml_id),
        ),
      ),
    ],
  };
}
