// Settings of `module-lookup pack`, `sign`, `publish` and `pull`.
import {
  numberSetting,
  type SettingsTable,
  flagSetting,
  textSetting,
} from "../settings/settings.js";
import { DEFAULT_KEEP } from "../files/kept-snapshots.js";

const SNAPSHOT = textSetting("DIR", "a snapshot, or the folder given to build --out", {
  required: true,
});

const CHANNEL = textSetting(
  "NAME",
  "channel of the release; publisher and pullers must use the same",
  { default: "main" },
);

/** Facts signed beside the archive. */
const RELEASE_FACTS = {
  channel: CHANNEL,
  sequence: numberSetting(
    0,
    [0, Number.MAX_SAFE_INTEGER],
    "number of the release, higher than all before it; 0 uses the time in milliseconds",
  ),
  "expires-days": numberSetting(30, [1, 3_650], "days after which the release expires"),
} as const satisfies SettingsTable;

const SIGN_HELP = "Ed25519 private keys to sign the release with: PEM files, comma-separated";

const SIGNING = {
  sign: textSetting("KEYFILE", SIGN_HELP),
  ...RELEASE_FACTS,
} as const satisfies SettingsTable;

const PRIVATE_HOSTS = textSetting(
  "LIST",
  "hosts with private addresses that the publish target may use, comma-separated",
);

const JSON_OUTPUT = flagSetting("print JSON instead of text");

export const PACK_SETTINGS = {
  snapshot: SNAPSHOT,
  out: textSetting(
    "FILE",
    "archive to write or to replace; its release file is written beside it",
    { required: true },
  ),
  ...SIGNING,
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;

export const SIGN_SETTINGS = {
  archive: textSetting("FILE", "the archive that pack wrote", { required: true }),
  sign: textSetting("KEYFILE", SIGN_HELP, { required: true }),
  ...RELEASE_FACTS,
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;

export const PUBLISH_SETTINGS = {
  snapshot: textSetting("DIR", SNAPSHOT.help),
  archive: textSetting("FILE", "a signed archive of pack, in place of --snapshot"),
  to: textSetting("TARGET", "a folder, http(s)://… or oci://HOST/NAME:TAG", {
    required: true,
  }),
  ...SIGNING,
  "private-hosts": PRIVATE_HOSTS,
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;

export const PULL_SETTINGS = {
  from: textSetting("TARGET", "where it was published, or an archive", { required: true }),
  out: textSetting("DIR", "folder for the snapshot and the link `current` to it", {
    required: true,
  }),
  keep: numberSetting(
    DEFAULT_KEEP,
    [1, 1_000],
    "number of snapshots to keep in --out, including the new one",
  ),
  id: textSetting("ID", "pull this snapshot in place of the current one, to roll back"),
  key: textSetting(
    "PUBLICKEY",
    "Ed25519 public keys, one of which must have signed: PEM files, folders of them or base64 lines, comma-separated",
  ),
  insecure: flagSetting("accept unsigned snapshots, in place of --key"),
  channel: CHANNEL,
  "allow-rollback": flagSetting(
    "accept a release older than the last one seen; without --id it becomes the last one",
  ),
  "refuse-expired": flagSetting("refuse an expired release, in place of a warning"),
  "max-bytes": numberSetting(
    17_179_869_184,
    [1, 1_099_511_627_776],
    "largest unpacked snapshot to accept",
  ),
  "private-hosts": PRIVATE_HOSTS,
  watch: flagSetting("keep running and pull whatever is published"),
  "interval-s": numberSetting(60, [1, 86_400], "time between two checks", { needs: "watch" }),
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;
