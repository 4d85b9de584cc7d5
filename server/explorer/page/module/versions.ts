// Every version of a module: its number, where it is, when it changed, whether it can be installed, and what is
// different there.
import type { ModuleDetail, ModuleSelection } from "../../../contract/shape/module.js";
import { toPath, toQuery } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import { toStepAddress } from "../migration/step-form.js";
import { layTable, type Block } from "../../../contract/layout.js";
import { describeCopy } from "../../../contract/shape/copies.js";
import { describeRequest } from "../../../contract/shape/port-requests.js";
import { REPOSITORY } from "../../../contract/shape/repository-column.js";
import { INSTALLABLE } from "../../../contract/shape/where-columns.js";

const FIELDS =
  "version,manifest_version,update_date,installable,organization,repository,platform_version,copy_of" as const;

/** A module at one platform version in one repository. */
export type Release = Pick<ModuleSelection, "manifest_version"> &
  Pick<
    Required<ModuleSelection>,
    | "version"
    | "update_date"
    | "installable"
    | "organization"
    | "repository"
    | "platform_version"
    | "copy_of"
  >;

/** Newest platform version first, of each those that can be installed first. */
export async function readReleases(
  ask: Ask,
  name: string,
  versions: readonly string[],
): Promise<readonly Release[]> {
  const found: Release[] = [];
  for (const platform_version of versions.toReversed()) {
    const { body } = await ask("/v1/module/{module_name}/{platform_version}", {
      module_name: name,
      platform_version,
      fields: FIELDS,
    });
    const releases = body as readonly Release[];
    found.push(...releases.toSorted((a, b) => Number(b.installable) - Number(a.installable)));
  }
  return found;
}

interface Shown {
  readonly name: string;
  readonly version: string;
  /** Oldest first. */
  readonly versions: readonly string[];
  readonly releases: readonly Release[];
}

const TO_DATABASE = "what it does to a database";

export function layVersions({ name, version, versions, releases }: Shown): Block {
  const order = ({ platform_version: other }: Release): readonly [from: string, to: string] =>
    versions.indexOf(other) < versions.indexOf(version) ? [other, version] : [version, other];
  return layTable({
    name: "versions",
    rows: releases,
    columns: [
      {
        key: "platform_version",
        title: "Odoo",
        href: ({ organization: org, repository: repo, platform_version: at }) =>
          toPath("module", name, at) +
          (releases.filter((one) => one.platform_version === at).length > 1
            ? toQuery({ org, repo })
            : ""),
      },
      { key: "version", value: (row) => row.manifest_version ?? row.version },
      REPOSITORY,
      {
        key: "copy_of",
        value: ({ copy_of: of }) => of && `${of.organization}/${of.repository}${describeCopy(of)}`,
      },
      { key: "update_date", title: "Last change", unit: "day" },
      INSTALLABLE,
      {
        key: "changes",
        value: (row) =>
          row.platform_version === version
            ? null
            : [`Compare ${order(row).join(" with ")}`, TO_DATABASE],
        href(row, text) {
          const [from, to] = order(row);
          return text === TO_DATABASE
            ? toStepAddress("/upgrade", { from, to, modules: name })
            : toPath("module", name, "diff", from, to);
        },
      },
    ],
  });
}

/** Pull requests that add it to versions at which it is missing. */
export const layPortRequests = ({ port_requests: rows }: ModuleDetail): readonly Block[] =>
  rows.length === 0
    ? []
    : [
        layTable({
          name: "port_requests",
          title: "Pull requests that port it",
          rows,
          columns: [
            { key: "platform_version", title: "To Odoo" },
            {
              key: "number",
              title: "Pull request",
              value: describeRequest,
              href: ({ url }) => url,
            },
          ],
        }),
      ];
