// The settings of signing, as a function that signs.
import type { SettingsOf } from "../../settings/settings.js";
import type { PACK_SETTINGS } from "../config.js";
import type { Release } from "./release.js";
import { wrongSetting } from "../ship-error.js";
import { readSigningKeys, signRelease } from "./signature.js";
import { CHANNEL, formatTime, isAhead } from "./statement.js";

type SigningSettings = Pick<
  SettingsOf<typeof PACK_SETTINGS>,
  "sign" | "channel" | "sequence" | "expires-days"
>;

const DAY_MS = 86_400_000;

/**
 * @param now milliseconds since 1970
 * @returns what signs a release; leaves it unsigned where no key is given
 * @throws ConfigError `key_invalid`, `channel_invalid` or `sequence_invalid`
 */
export function createSigner(
  settings: SigningSettings,
  now: number,
): (release: Release) => Release {
  const { sign, sequence } = settings;
  const channel = requireChannel(settings.channel);
  if (isAhead(sequence, now)) {
    throw wrongSetting(
      "sequence_invalid",
      `--sequence ${sequence} is more than a day ahead of the time in milliseconds (${now}), and pullers would refuse it; give a lower number, or none.`,
    );
  }
  if (sign === undefined) return (release) => release;
  const keys = readSigningKeys(sign);
  const expires = formatTime(now + settings["expires-days"] * DAY_MS);
  const details = { channel, sequence: sequence === 0 ? now : sequence, expires };
  return (release) => signRelease(release, details, keys);
}

/** @throws ConfigError `channel_invalid` */
export function requireChannel(channel: string): string {
  if (CHANNEL.test(channel)) return channel;
  throw wrongSetting(
    "channel_invalid",
    `--channel ${JSON.stringify(channel)} is no name of a channel; give up to 64 small letters, digits and "._-".`,
  );
}
