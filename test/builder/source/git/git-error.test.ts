// Messages of git: transient faults, and their public part.
import { describe, expect, test } from "vitest";
import {
  findRoomFault,
  isDamage,
  isTransient,
  toSourceError,
} from "../../../../builder/source/git/git-error.js";

function toError(message: string) {
  return toSourceError("acme/sales", new Error(message));
}

const HOST = "fatal: unable to access 'https://example.org/x.git/': ";

describe("a fault that may pass", () => {
  test.each([
    `${HOST}Could not resolve host: example.org`,
    `${HOST}Failed to connect to example.org port 443 after 130 ms: Couldn't connect to server`,
    `${HOST}Recv failure: Connection reset by peer`,
    `${HOST}Operation too slow. Less than 1 bytes/sec transferred the last 60 seconds`,
    `${HOST}Operation timed out after 300000 milliseconds with 0 bytes received`,
    `${HOST}The requested URL returned error: 500`,
    `${HOST}The requested URL returned error: 503`,
    `${HOST}The requested URL returned error: 429`,
    `${HOST}Empty reply from server`,
    `${HOST}GnuTLS recv error (-110): The TLS connection was non-properly terminated.`,
    `${HOST}OpenSSL SSL_read: Connection was reset, errno 10054`,
    "error: RPC failed; curl 18 transfer closed with outstanding read data remaining\nfatal: early EOF\nfatal: fetch-pack: invalid index-pack output",
    "error: RPC failed; HTTP 502 curl 22 The requested URL returned error: 502",
    "fatal: the remote end hung up unexpectedly",
    "ssh: Could not resolve hostname example.org: Temporary failure in name resolution\nfatal: Could not read from remote repository.",
    "ssh: connect to host example.org port 22: Connection timed out\nfatal: Could not read from remote repository.",
    "kex_exchange_identification: Connection closed by remote host\nfatal: Could not read from remote repository.",
    "fatal: unable to connect to example.org:\nexample.org[0: 192.0.2.1]: errno=Network is unreachable",
    "fatal: read error: Connection reset by peer",
  ])("%s", (message) => {
    expect(isTransient(toError(message))).toBe(true);
    expect(isDamage(toError(message))).toBe(false);
  });
});

describe("a refusal", () => {
  test.each([
    "remote: Repository not found.\nfatal: repository 'https://example.org/x.git/' not found",
    "fatal: Authentication failed for 'https://example.org/x.git/'",
    "fatal: could not read Username for 'https://example.org': terminal prompts disabled",
    `${HOST}The requested URL returned error: 403`,
    "git@example.org: Permission denied (publickey).\nfatal: Could not read from remote repository.",
    "Host key verification failed.\nfatal: Could not read from remote repository.",
    "ERROR: Repository not found.\nfatal: the remote end hung up unexpectedly",
    "fatal: '/nowhere.git' does not appear to be a git repository\nfatal: Could not read from remote repository.",
    "fatal: transport 'ext' not allowed",
  ])("is neither that nor damage: %s", (message) => {
    expect(isTransient(toError(message))).toBe(false);
    expect(isDamage(toError(message))).toBe(false);
  });
});

describe("no room on this machine", () => {
  test.each([
    ["fatal: write error: No space left on device\nfatal: index-pack failed", "ENOSPC"],
    ["error: unable to write file ./objects/8f/dd: Disk quota exceeded", "EDQUOT"],
    ["fatal: write error: File too large\nfatal: fetch-pack: invalid index-pack output", "EFBIG"],
  ])("%s", (message, code) => {
    expect(findRoomFault(new Error(message))).toMatchObject({ code, syscall: "write" });
  });

  test.each([
    "remote: fatal: write error: No space left on device\nfatal: early EOF",
    "fatal: Authentication failed for 'https://example.org/x.git/'",
  ])("is not what is said of another one: %s", (message) => {
    expect(findRoomFault(new Error(message))).toBeUndefined();
  });
});

describe("damage", () => {
  test.each([
    "fatal: not a git repository: '/cache/clones/acme/sales.git'",
    "error: packfile ./objects/pack/pack-1.pack does not match index\nfatal: packed object 1 is corrupt",
    "error: object file ./objects/8f/dd is empty\nfatal: loose object 8fdd (stored in ./objects/8f/dd) is corrupt",
    "error: Could not read 1234\nfatal: Failed to traverse parents of commit 5678\nfatal: bad object HEAD",
    "fatal: Unable to create '/cache/x.git/packed-refs.lock': File exists.",
    "fatal: bad config line 1 in file ./config",
    "fatal: missing blob 8fdd",
    "fatal: could not fetch 8fdd from promisor remote",
  ])("is told: %s", (message) => {
    expect(isDamage(toError(message))).toBe(true);
    expect(isTransient(toError(message))).toBe(false);
  });
});

test("an error names the repository and git's reason, and no password", () => {
  const address = "https://ann:s3cret@example.org/x.git";
  const error = toError(`Cloning…\nwarning: x\nfatal: unable to access '${address}': no\nhint: y`);
  expect(error.message).toBe(
    "acme/sales cannot be read (fatal: unable to access 'https://example.org/x.git': no); check its address, mirror and access.",
  );
  expect(String(error.cause)).not.toContain("s3cret");
});

test("other errors are neither", () => {
  expect(isTransient(new Error("Connection reset"))).toBe(false);
  expect(isDamage(new Error("not a git repository"))).toBe(false);
});
