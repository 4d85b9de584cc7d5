// Menus, actions, reports, mail templates and what scripts have by their ids and by what people call them.
import { readLabelKey, toLabelledId, type LabelledRecord } from "../../../data/module/labels.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { listBeginning } from "../../../data/snapshot/table/string-table.js";

interface FoundLabel extends LabelledRecord {
  /** Entries that give the label, ascending. */
  readonly entries: readonly number[];
}

/** All labels of an id, those first that most entries give. */
export function listLabels({ loaded: { labels } }: Snapshot, xmlId: string): readonly FoundLabel[] {
  return listBeginning(labels.keys, toLabelledId(xmlId))
    .flatMap((key): FoundLabel[] => {
      const record = readLabelKey(labels.keys.get(key));
      return record === undefined ? [] : [{ ...record, entries: [...labels.lists.view(key)] }];
    })
    .toSorted((left, right) => right.entries.length - left.entries.length);
}
