// Settings of `module-lookup pack`, `publish` and `pull`.
import type { SettingsTable } from "../../cli/settings.js";
import { DEFAULT_KEEP } from "../config.js";

const SNAPSHOT = {
  type: "text",
  value: "DIR",
  required: true,
  help: "a snapshot, or the folder that build --out wrote",
} as const;

const SIGN = {
  type: "text",
  value: "KEYFILE",
  help: "Ed25519 private key, PEM, that signs what is packed",
} as const;

const PRIVATE_HOSTS = {
  type: "text",
  value: "LIST",
  help: "hosts with private addresses to which the place may lead, separated by commas",
} as const;

const JSON_OUTPUT = { type: "flag", help: "print JSON instead of text" } as const;

export const PACK_SETTINGS = {
  snapshot: SNAPSHOT,
  out: { type: "text", value: "FILE", required: true, help: "archive to write or to replace" },
  sign: SIGN,
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;

export const PUBLISH_SETTINGS = {
  snapshot: SNAPSHOT,
  to: {
    type: "text",
    value: "PLACE",
    required: true,
    help: "a folder, http(s)://…, oci://HOST/NAME:TAG or s3://BUCKET/…",
  },
  sign: SIGN,
  "private-hosts": PRIVATE_HOSTS,
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;

export const PULL_SETTINGS = {
  from: {
    type: "text",
    value: "PLACE",
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
    help: "Ed25519 public key, a PEM file or its base64 line; without its signature nothing is taken",
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
