// AWS Signature Version 4 for one request, by
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. Pure.
import { createHmac } from "node:crypto";
import { toSha256 } from "../../sha256.js";

export interface S3Keys {
  readonly accessKeyId: string;
  /** Never in a message. */
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly region: string;
}

interface SignedRequest {
  readonly method: string;
  readonly address: URL;
  /** Further headers to sign, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** SHA-256 of the body, hexadecimal. */
  readonly bodySha256: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const ALGORITHM = "AWS4-HMAC-SHA256";

/** The headers that a request needs, `authorization` among them. */
export function signS3Request(
  { method, address, headers = {}, bodySha256, now }: SignedRequest,
  { accessKeyId, secretAccessKey, sessionToken, region }: S3Keys,
): Readonly<Record<string, string>> {
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const date = time.slice(0, 8);
  const own = {
    "x-amz-content-sha256": bodySha256,
    "x-amz-date": time,
    ...(sessionToken === undefined ? {} : { "x-amz-security-token": sessionToken }),
  };
  const signed = Object.entries({ host: address.host, ...headers, ...own }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const names = signed.map(([name]) => name).join(";");
  const canonical = [
    method,
    encodePath(address),
    encodeQuery(address),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    "",
    names,
    bodySha256,
  ].join("\n");
  const scope = `${date}/${region}/s3/aws4_request`;
  const toSign = [ALGORITHM, time, scope, toSha256(canonical)].join("\n");
  const key = [date, region, "s3", "aws4_request"].reduce<string | Uint8Array>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  const signature = createHmac("sha256", key).update(toSign).digest("hex");
  const authorization = `${ALGORITHM} Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`;
  return { ...own, authorization };
}

function encodePath({ pathname }: URL): string {
  return pathname
    .split("/")
    .map((part) => encode(decodeURIComponent(part)))
    .join("/");
}

function encodeQuery({ searchParams }: URL): string {
  return [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
}

/** Everything but letters, digits and `-._~`. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
