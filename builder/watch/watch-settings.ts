// Constraints between settings of a watching build.
import type { SettingsOf } from "../../data/settings/settings.js";
import { ConfigError } from "../../data/operator-error.js";
import type { BUILD_SETTINGS } from "../config.js";

export type WatchSettings = SettingsOf<typeof BUILD_SETTINGS>;

/** @throws ConfigError `setting_conflict` */
export function checkWatchSettings(settings: WatchSettings): void {
  const { watch, shard, force } = settings;
  if (watch && shard !== undefined) {
    throw conflict("--shard and --watch cannot be combined");
  }
  if (watch && force) {
    throw conflict("--force and --watch cannot be combined");
  }
}

function conflict(said: string): ConfigError {
  return new ConfigError({
    code: "setting_conflict",
    message: `${said}; leave one of them out.`,
  });
}
