// The secrets by which hosts say who they are: of a file, a line for each, and of the environment.
import { readGivenFile } from "../../data/files/input-file.js";
import { ConfigError } from "../../data/operator-error.js";

/** A variable as those of other credentials. */
const SECRET_VARIABLE = "MODULE_LOOKUP_WEBHOOK_TOKEN";

/** Shorter ones can be guessed. */
const LEAST_CHARS = 16;

const SECRETS = {
  title: "The secrets of webhooks in",
  code: "webhook_secret_missing",
  remedy: "correct --webhook-secrets",
};

/** @throws ConfigError `webhook_secret_missing` or `webhook_secret_invalid`, which name no secret */
export function readWebhookSecrets(
  file: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const text = file === undefined ? "" : readGivenFile(file, SECRETS).toString();
  const secrets = [...text.split(/\r?\n/), environment[SECRET_VARIABLE] ?? ""]
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (secrets.length === 0) {
    throw new ConfigError({
      code: "webhook_secret_missing",
      message: `Webhooks need a secret, else anyone could send them; put one into a file for --webhook-secrets or into ${SECRET_VARIABLE}, and the same into the settings of the webhook.`,
    });
  }
  if (secrets.some((secret) => secret.length < LEAST_CHARS)) {
    throw new ConfigError({
      code: "webhook_secret_invalid",
      message: `A secret of --webhook-secrets or ${SECRET_VARIABLE} is shorter than ${LEAST_CHARS} characters; use a longer one.`,
    });
  }
  return secrets;
}
