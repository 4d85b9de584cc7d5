// Whether modules of one name and version are one work, or have nothing in common but the name: by the states of their folders,
// by who wrote them, by the repository that both manifests name, and by what they define.
import type { EntryHead } from "../../../data/module/facts.js";
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { getPlatformVersion, getTechnicalName } from "../entries.js";
import { isSameName, parseForge } from "../forge.js";
import { deriveEach } from "../memo.js";
import { listProviderEntries } from "./dependency-graph.js";

/** First entry, of the name and version of one, that is of the same work. */
export const getWork = deriveEach((snapshot, entry: number): number => {
  const version = getPlatformVersion(snapshot, entry);
  const all = listProviderEntries(snapshot, getTechnicalName(snapshot, entry), version);
  const first = all.find((one) => one >= entry || !isOtherWork(snapshot, entry, one)) ?? entry;
  return first === entry ? entry : getWork(snapshot, first);
});

/** True if two modules have only the name in common; false where the snapshot does not tell. */
export function isOtherWork(snapshot: Snapshot, one: number, other: number): boolean {
  const [own, original] = [snapshot.readOwnHead(one), snapshot.readOwnHead(other)];
  if (own.trees.length === 0 || original.trees.length === 0) return false;
  return (
    !own.trees.some((tree) => original.trees.includes(tree)) &&
    !haveCommon(listAuthors(own), listAuthors(original)) &&
    !isSameHome(own, original) &&
    !haveSameContents(snapshot, one, other)
  );
}

/** Authors of manifests by anyone: the association, Odoo, and templates for new modules. */
const EVERYBODY: ReadonlySet<string> = new Set(
  "oca odoocommunityassociation odoocommunityassociationoca odoocommunity odoo odoosa odooinc openerp openerpsa tinysprl tinyerp mycompany yourcompany yourname author".split(
    " ",
  ),
);

/** Persons and firms, without case, spaces and punctuation. Odoo is one for modules of its own names. */
function listAuthors({ authors, technical_name, platform_version }: EntryHead): readonly string[] {
  const isOdoos = findPlatformEdition(technical_name, platform_version) !== undefined;
  return authors
    .map((author) => author.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ""))
    .filter(
      (author) => !EVERYBODY.has(author) || (isOdoos && /^(?:odoo|openerp)(?:sa)?$/.test(author)),
    );
}

function haveCommon(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => one !== "" && others.includes(one));
}

/** True if both websites are one folder or repository of a forge; that of an organization tells nothing. */
function isSameHome(own: EntryHead, original: EntryHead): boolean {
  const [home, other] = [own, original].map(({ website }) => parseForge(website.trim()));
  return (
    home !== undefined &&
    FORGE.test(home.host) &&
    home.host === other?.host &&
    isSameName(home.path, other.path)
  );
}

/** Hosts whose addresses of two parts are repositories; other websites have pages there. */
const FORGE = /(?:^|\.)(?:bitbucket|codeberg|forgejo|git|gitea|github|gitlab)\./;

/** True if most of what the smaller one defines is in the other, too. */
function haveSameContents(snapshot: Snapshot, one: number, other: number): boolean {
  const [own, original] = [getDefined(snapshot, one), getDefined(snapshot, other)];
  const shared = [...own].filter((name) => original.has(name)).length;
  return shared >= LEAST_SHARED && shared * 2 > Math.min(own.size, original.size);
}

/** Fewer in common, such as a field `code` of partners, may be chance. */
const LEAST_SHARED = 3;

/** New models, fields and views. */
const getDefined = deriveEach((snapshot, entry: number): ReadonlySet<string> => {
  const { models, views } = snapshot.readOwnRecord(entry);
  return new Set([
    ...models.flatMap(({ model_name: model, is_new_model: isNew, fields }) => [
      ...(isNew ? [model] : []),
      ...fields.map(({ name }) => `${model} ${name}`),
    ]),
    ...views.map(({ xml_id: id }) => id),
  ]);
});
