// Settings of `module-lookup pack`, `sign`, `publish` and `pull`.
import type { SettingsTable } from "../settings/settings.js";
import { DEFAULT_KEEP } from "../builder/config.js";

const SNAPSHOT = {
  type: "text",
  value: "DIR",
  required: true,
  help: "a snapshot, or the folder that build --out wrote",
} as const;

const CHANNEL = {
  type: "text",
  value: "NAME",
  default: "main",
  help: "whom releases are for, as publisher and pullers agree",
} as const;

/** What is signed beside the archive. */
const RELEASE_FACTS = {
  channel: CHANNEL,
  sequence: {
    type: "number",
    value: "N",
    default: 0,
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    help: "number of the release, above all before it; 0 takes the time, in milliseconds",
  },
  "expires-days": {
    type: "number",
    value: "N",
    default: 30,
    minimum: 1,
    maximum: 3_650,
    help: "time after which the release counts as out of date",
  },
} as const satisfies SettingsTable;

const SIGN_HELP = "Ed25519 private keys, PEM files, separated by commas, that sign the release";

const SIGNING = {
  sign: { type: "text", value: "KEYFILE", help: SIGN_HELP },
  ...RELEASE_FACTS,
} as const satisfies SettingsTable;

const PRIVATE_HOSTS = {
  type: "text",
  value: "LIST",
  help: "hosts with private addresses to which the publish target may lead, separated by commas",
} as const;

const JSON_OUTPUT = { type: "flag", help: "print JSON instead of text" } as const;

export const PACK_SETTINGS = {
  snapshot: SNAPSHOT,
  out: {
    type: "text",
    value: "FILE",
    required: true,
    help: "archive to write or to replace; its release is written beside it",
  },
  ...SIGNING,
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;

export const SIGN_SETTINGS = {
  archive: { type: "text", value: "FILE", required: true, help: "what pack wrote" },
  sign: { type: "text", value: "KEYFILE", required: true, help: SIGN_HELP },
  ...RELEASE_FACTS,
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;

export const PUBLISH_SETTINGS = {
  snapshot: { type: "text", value: "DIR", help: SNAPSHOT.help },
  archive: { type: "text", value: "FILE", help: "instead of it: what pack wrote and sign signed" },
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
    help: "receives the snapshot and the link `current` to it",
  },
  keep: {
    type: "number",
    value: "N",
    default: DEFAULT_KEEP,
    minimum: 1,
    maximum: 1_000,
    help: "snapshots that stay in --out, the new one among them; older ones are removed",
  },
  id: { type: "text", value: "ID", help: "this snapshot instead of the current one, to go back" },
  key: {
    type: "text",
    value: "PUBLICKEY",
    help: "Ed25519 public keys, one of which must have signed: PEM files, folders of them or base64 lines, separated by commas",
  },
  insecure: { type: "flag", help: "without --key: takes what anyone has published" },
  channel: CHANNEL,
  "allow-rollback": {
    type: "flag",
    help: "takes a release before the last one that was seen; without --id it counts as the last",
  },
  "refuse-expired": {
    type: "flag",
    help: "takes no release that is out of date, instead of a warning",
  },
  "max-bytes": {
    type: "number",
    value: "N",
    default: 17_179_869_184,
    minimum: 1,
    maximum: 1_099_511_627_776,
    help: "the most that a snapshot may have, unpacked",
  },
  "private-hosts": PRIVATE_HOSTS,
  watch: { type: "flag", help: "go on and pull what is published, until stopped" },
  "interval-s": {
    type: "number",
    value: "N",
    default: 60,
    minimum: 1,
    maximum: 86_400,
    help: "with --watch: time between two looks",
  },
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;
