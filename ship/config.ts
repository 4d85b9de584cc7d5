// Settings of `module-lookup pack`, `sign`, `publish` and `pull`.
import { numberSetting, type SettingsTable } from "../settings/settings.js";
import { DEFAULT_KEEP } from "../files/kept-snapshots.js";

const SNAPSHOT = {
  type: "text",
  value: "DIR",
  required: true,
  help: "a snapshot, or the folder given to build --out",
} as const;

const CHANNEL = {
  type: "text",
  value: "NAME",
  default: "main",
  help: "channel of the release; publisher and pullers must use the same",
} as const;

/** What is signed beside the archive. */
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
  sign: { type: "text", value: "KEYFILE", help: SIGN_HELP },
  ...RELEASE_FACTS,
} as const satisfies SettingsTable;

const PRIVATE_HOSTS = {
  type: "text",
  value: "LIST",
  help: "hosts with private addresses that the publish target may use, comma-separated",
} as const;

const JSON_OUTPUT = { type: "flag", help: "print JSON instead of text" } as const;

export const PACK_SETTINGS = {
  snapshot: SNAPSHOT,
  out: {
    type: "text",
    value: "FILE",
    required: true,
    help: "archive to write or to replace; its release file is written beside it",
  },
  ...SIGNING,
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;

export const SIGN_SETTINGS = {
  archive: { type: "text", value: "FILE", required: true, help: "the archive that pack wrote" },
  sign: { type: "text", value: "KEYFILE", required: true, help: SIGN_HELP },
  ...RELEASE_FACTS,
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;

export const PUBLISH_SETTINGS = {
  snapshot: { type: "text", value: "DIR", help: SNAPSHOT.help },
  archive: {
    type: "text",
    value: "FILE",
    help: "the archive that pack wrote and sign signed, in place of --snapshot",
  },
  to: {
    type: "text",
    value: "TARGET",
    required: true,
    help: "a folder, http(s)://…, oci://HOST/NAME:TAG or s3://BUCKET/…",
  },
  ...SIGNING,
  "private-hosts": PRIVATE_HOSTS,
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;

export const PULL_SETTINGS = {
  from: {
    type: "text",
    value: "TARGET",
    required: true,
    help: "where it was published, or an archive",
  },
  out: {
    type: "text",
    value: "DIR",
    required: true,
    help: "folder for the snapshot and the link `current` to it",
  },
  keep: numberSetting(
    DEFAULT_KEEP,
    [1, 1_000],
    "number of snapshots to keep in --out, including the new one",
  ),
  id: {
    type: "text",
    value: "ID",
    help: "pull this snapshot in place of the current one, to roll back",
  },
  key: {
    type: "text",
    value: "PUBLICKEY",
    help: "Ed25519 public keys, one of which must have signed: PEM files, folders of them or base64 lines, comma-separated",
  },
  insecure: { type: "flag", help: "accept unsigned snapshots, in place of --key" },
  channel: CHANNEL,
  "allow-rollback": {
    type: "flag",
    help: "accept a release older than the last one seen; without --id it becomes the last one",
  },
  "refuse-expired": {
    type: "flag",
    help: "refuse an expired release, in place of a warning",
  },
  "max-bytes": numberSetting(
    17_179_869_184,
    [1, 1_099_511_627_776],
    "largest unpacked snapshot to accept",
  ),
  "private-hosts": PRIVATE_HOSTS,
  watch: { type: "flag", help: "keep running and pull whatever is published" },
  "interval-s": numberSetting(60, [1, 86_400], "time between two checks", { needs: "watch" }),
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;
