// Opens the target of --to and --from: a folder or a file, http(s):// or oci://. Secrets come from
// the environment alone.
import { statSync } from "node:fs";
import type { CommandContext } from "../../settings/command.js";
import { SYSTEM_CLOCK } from "../../network/clock.js";
import { createGuard, type GuardOptions } from "../../network/guard.js";
import type { Network } from "../../network/repeat.js";
import type { TargetNetwork } from "./http-request.js";
import type { PublishTarget } from "./target.js";
import { readCredentials, toAuthorization, type Environment } from "./credentials.js";
import { createFileTarget, createFolderTarget } from "./folder-target.js";
import { createHttpTarget } from "./http-target.js";
import { createOciTarget } from "./oci-target.js";
import { wrongSetting } from "../ship-error.js";

interface TargetOptions {
  readonly network: Network;
  readonly environment: Environment;
  /** Limits where the target may lead. */
  readonly guard?: GuardOptions;
}

export function toTargetOptions(
  settings: { readonly "private-hosts": string | undefined },
  { environment, signal, printError }: CommandContext,
): TargetOptions {
  const privateHosts = settings["private-hosts"]?.split(",").map((name) => name.trim());
  const network = { clock: SYSTEM_CLOCK, signal, onNotice: printError };
  return { network, environment, guard: { privateHosts } };
}

/** Repository in a registry, and its tag. */
const OCI_PATH = /^\/([a-z0-9]+(?:[._/-]+[a-z0-9]+)*)(?::(\w[\w.-]{0,127}))?$/;
const DEFAULT_TAG = "latest";

/** @throws ConfigError `place_wrong` or `credentials_invalid` */
export function createTarget(written: string, options: TargetOptions): PublishTarget {
  const scheme = /^([a-z0-9+]+):\/\//i.exec(written)?.[1]?.toLowerCase();
  if (scheme === undefined)
    return isFile(written) ? createFileTarget(written) : createFolderTarget(written);
  const address = URL.canParse(written) ? new URL(written) : undefined;
  if (address === undefined || address.host === "") throw wrongTarget("it is no address");
  if (address.username !== "" || address.password !== "") {
    throw wrongTarget("it holds a name or a password; set them in the environment");
  }
  if (address.search !== "" || address.hash !== "") throw wrongTarget("it holds a query");
  if (scheme === "http" || scheme === "https") return createWebTarget(address, options);
  if (scheme === "oci" || scheme === "oci+http") return createRegistryTarget(address, options);
  throw wrongTarget(`nothing is known of "${scheme}:"`);
}

/** An unreadable path counts as a folder; using it reports the reason. */
function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function createWebTarget(address: URL, options: TargetOptions): PublishTarget {
  const credentials = readCredentials(options.environment);
  const authorization = toAuthorization(credentials);
  const { remedy } = credentials;
  const base = address.pathname.endsWith("/") ? address : new URL(`${address.href}/`);
  const label = base.href;
  const network = toTargetNetwork(base, options);
  return createHttpTarget({ label, base, network, remedy, authorization });
}

function createRegistryTarget(address: URL, options: TargetOptions): PublishTarget {
  const [, name, tag = DEFAULT_TAG] = OCI_PATH.exec(address.pathname) ?? [];
  if (name === undefined) {
    throw wrongTarget(
      "a registry's target is oci://HOST/name or …/name:TAG, the name in small letters",
    );
  }
  const protocol = address.protocol === "oci:" ? "https:" : "http:";
  const origin = new URL(`${protocol}//${address.host}`);
  return createOciTarget({
    label: `oci://${address.host}/${name}`,
    origin,
    credentials: readCredentials(options.environment),
    network: toTargetNetwork(origin, options),
    name,
    tag,
  });
}

function toTargetNetwork(own: URL, { network, guard }: TargetOptions): TargetNetwork {
  return { ...network, guard: createGuard(own, guard) };
}

/** The text is not repeated, since it may hold a secret. */
function wrongTarget(reason: string): Error {
  return wrongSetting(
    "place_wrong",
    `The publish target cannot be used: ${reason}; give a folder, an archive, http(s)://… or oci://….`,
  );
}
