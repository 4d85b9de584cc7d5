// Credentials from the environment: never from the command line, which everybody on the machine
// sees.
import { wrongSetting } from "../ship-error.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Credentials for a publish target; the secret parts are never in a message. */
export type Credentials = {
  /** Remedy for a refusal. */
  readonly remedy: string;
} & (
  | { readonly kind: "none" }
  | { readonly kind: "token"; readonly token: string }
  /** The whole header of Basic authentication. */
  | { readonly kind: "password"; readonly basic: string }
);

const TOKEN = "MODULE_LOOKUP_PLACE_TOKEN";
const USER = "MODULE_LOOKUP_PLACE_USER";
const PASSWORD = "MODULE_LOOKUP_PLACE_PASSWORD";
/** Key for the language model of `needs`. */
export const MODEL_KEY = "MODULE_LOOKUP_NEEDS_KEY";
export const CREDENTIAL_VARIABLES: readonly string[] = [TOKEN, USER, PASSWORD, MODEL_KEY];

/** @throws ConfigError `credentials_invalid` when they are half or cannot be sent */
export function readCredentials(environment: Environment): Credentials {
  const token = readToken(TOKEN, environment);
  const user = readVariable(USER, environment);
  const password = readVariable(PASSWORD, environment);
  if ((user === undefined) !== (password === undefined)) {
    throw wrongSetting(
      "credentials_invalid",
      `Of ${USER} and ${PASSWORD} only one is set; set both or none.`,
    );
  }
  if (user !== undefined && password !== undefined) {
    const basic = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
    const remedy = `set ${USER} and ${PASSWORD} to an account that may do this`;
    return { kind: "password", basic, remedy };
  }
  if (token === undefined) {
    return { kind: "none", remedy: `set ${USER} and ${PASSWORD}, or ${TOKEN}` };
  }
  return { kind: "token", token, remedy: `set ${TOKEN} to a token that is valid and may do this` };
}

/**
 * A token or key that goes into a header; `undefined` where there is none.
 * @throws ConfigError `credentials_invalid` when it cannot be sent
 */
export function readToken(name: string, environment: Environment): string | undefined {
  const token = readVariable(name, environment);
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token;
  const message = `${name} holds blanks or characters that no token has; set it again.`;
  throw wrongSetting("credentials_invalid", message);
}

/** The header for a target that wants no more than that; none without credentials. */
export function toAuthorization(credentials: Credentials): Readonly<Record<string, string>> {
  if (credentials.kind === "none") return {};
  if (credentials.kind === "password") return { authorization: credentials.basic };
  return { authorization: `Bearer ${credentials.token}` };
}

/** Value of a variable; `undefined` if empty. */
function readVariable(name: string, environment: Environment): string | undefined {
  return environment[name]?.trim() || undefined;
}
