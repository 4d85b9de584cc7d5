// Under which address people reach the service. It is told, since a header Host may be anyone's.
import { ConfigError } from "../../data/operator-error.js";

/**
 * @returns scheme and host, as in `https://modules.example.org`; `undefined` when nobody told
 * @throws ConfigError `setting_invalid`
 */
export function parsePublicUrl(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  // Pages name each other by paths that begin at the root.
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) {
    return url.origin;
  }
  throw new ConfigError({
    code: "setting_invalid",
    message: `--public-url must be scheme and host such as https://modules.example.org, without a path, not "${given}".`,
    expected: "scheme and host",
    got: given,
  });
}
