// Question of a plan's page: pasted list, fields of the form, and the request to the interface.
import { readValue, readVersion, type PageRequest } from "../../page.js";
import type { Plan } from "../../../contract/shape/system/plan.js";
import {
  mapLists,
  mapSwitches,
  type ListName,
  type SwitchName,
} from "../../../contract/browser/plan-question.js";
import { readList, readWords, type ListForm } from "../question/list-form.js";
import { toReadableQuery } from "../question/question.js";

export interface PlanForm
  extends
    ListForm,
    Readonly<Record<ListName, readonly string[]>>,
    Readonly<Record<SwitchName, boolean>> {
  /** Version of the form; empty for that of the list, or else the main version. */
  readonly chosenVersion: string;
  readonly platformVersion: string;
  /** Empty where maturity is not asked for. */
  readonly minStatus: string;
  /** A former plan as an address has it; empty for none. */
  readonly lock: readonly string[];
}

/** @param mainVersion where neither form nor paste says a version */
export async function readPlanForm(request: PageRequest, mainVersion: string): Promise<PlanForm> {
  const list = await readList(request);
  const { pasted } = list;
  const lists = mapLists((name) => readWords(request, name));
  const chosenVersion = readVersion(request);
  return {
    ...list,
    chosenVersion,
    platformVersion: chosenVersion || (pasted?.platformVersion ?? mainVersion),
    ...lists,
    ...mapSwitches((name) => !/^(?:0|false|no)$/i.test(readValue(request, name))),
    repositories: lists.repositories.length > 0 ? lists.repositories : (pasted?.repositories ?? []),
    prefer: [...new Set([...lists.prefer, ...(pasted?.prefer ?? [])])],
    minStatus: readValue(request, "min_status"),
    lock: readWords(request, "lock"),
  };
}

/** Empty values are those that the interface has without being told. */
export function toPlanQuestion(form: PlanForm) {
  return {
    platform_version: form.platformVersion,
    modules: form.modules.join(","),
    ...mapLists((name) => form[name].join(",")),
    ...mapSwitches((name) => (form[name] ? "" : "0")),
    min_status: form.minStatus,
    lock: form.lock.join(","),
  };
}

export type PlanQuestion = ReturnType<typeof toPlanQuestion>;

/** The address of the same page without what was pasted. */
export function toPlanAddress(form: PlanForm): string {
  return `/plan${toReadableQuery(toPlanQuestion(form))}`;
}

/** A length that fits into an address everywhere, with room to spare. */
const MOST_ADDRESS_CHARS = 8_000;

/** The address that shows what an update of this plan changes; of many modules it names the repositories alone. */
export function toUpdateAddress(form: PlanForm, { modules, repositories }: Plan): string {
  const commits = repositories.map(
    ({ organization, repository, commit }) =>
      `${organization}/${repository}@${commit.slice(0, ID_DIGITS)}`,
  );
  const versions = modules.map((row) => `${row.technical_name}@${row.version}`);
  const whole = toPlanAddress({ ...form, lock: [...commits, ...versions] });
  return whole.length <= MOST_ADDRESS_CHARS ? whole : toPlanAddress({ ...form, lock: commits });
}

/** Digits of a commit's id, as forges and git show it. */
const ID_DIGITS = 12;
