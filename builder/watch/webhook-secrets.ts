// The secrets by which hosts say who they are: of a file, a line for each, and of the environment.
import { readFile } from "node:fs/promises";
import { ConfigError } from "../../data/operator-error.js";

/** A variable as those of other credentials. */
const SECRET_VARIABLE = "MODULE_LOOKUP_WEBHOOK_TOKEN";

/** Shorter ones can be guessed. */
const LEAST_CHARS = 16;

/** @throws ConfigError `webhook_secret_missing` or `webhook_secret_invalid`, which name no secret */
export async function readWebhookSecrets(
  file: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  const lines = file === undefined ? [] : (await readSecretFile(file)).split(/\r?\n/);
  const secrets = [...lines, environment[SECRET_VARIABLE] ?? ""]
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (secrets.length === 0) {
    throw new ConfigError({
      code: "webhook_secret_missing",
      message: `Webhooks need a secret, else anyone could send them; put one into a file for --webhook-secrets or into ${SECRET_VARIABLE}, and the same into the settings of the webhook.`,
      expected: "a secret",
      got: "none",
    });
  }
  if (secrets.some((secret) => secret.length < LEAST_CHARS)) {
    throw new ConfigError({
      code: "webhook_secret_invalid",
      message: `A secret of --webhook-secrets or ${SECRET_VARIABLE} is shorter than ${LEAST_CHARS} characters; use a longer one.`,
      expected: `at least ${LEAST_CHARS} characters`,
      got: "less",
    });
  }
  return secrets;
}

async function readSecretFile(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const got = (error as NodeJS.ErrnoException).code ?? "an unreadable file";
    throw new ConfigError(
      {
        code: "webhook_secret_missing",
        message: `The file ${file} with the secrets of webhooks cannot be read (${got}); correct --webhook-secrets.`,
        expected: "a readable file",
        got,
      },
      { cause: error },
    );
  }
}
