// `module-lookup sign`: the one step that needs the private key. It parses nothing of a repository or a
// snapshot: it reads a small release, hashes the archive as bytes, and signs.
import path from "node:path";
import type { CommandContext } from "../../settings/command.js";
import { readSettings } from "../../settings/settings.js";
import { SYSTEM_CLOCK } from "../../network/clock.js";
import { toOutError } from "../../files/out-fault.js";
import { SIGN_SETTINGS } from "../config.js";
import { readReleaseOf, writeReleaseOf } from "./release-file.js";
import { createSigner } from "./signing.js";
import { parseStatement } from "./statement.js";

/** Runs the command and returns its exit code. @throws OperatorError */
export async function runSign(words: readonly string[], context: CommandContext): Promise<number> {
  const settings = readSettings("sign", SIGN_SETTINGS, words, context.environment);
  const { archive, json } = settings;
  const signer = createSigner(settings, SYSTEM_CLOCK.now());
  const release = await readReleaseOf(archive);
  const { id } = release.contents;
  const signed = signer(release);
  try {
    await writeReleaseOf(archive, signed);
  } catch (error) {
    throw toOutError(path.dirname(archive), error);
  }
  const { channel, sequence, expires } = parseStatement(signed.statement ?? "", archive);
  context.print(
    json
      ? JSON.stringify({ id, channel, sequence, expires, signatures: signed.signatures.length })
      : `Signed snapshot ${id} as release ${sequence} of channel ${channel}, until ${expires}.`,
  );
  return 0;
}
