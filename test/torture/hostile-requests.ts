// Requests by hand, byte by byte, each of a kind on which careless programs fall: they take long, wait for ever, or answer with a
// defect.

export interface HostileRequest {
  readonly what: string;
  /** Bytes on a connection of its own. */
  readonly bytes: string;
}

const ask = (target: string, headers = "", method = "GET"): string =>
  `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;

const post = (target: string, type: string, body: string): string =>
  `${ask(target, `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`, "POST")}${body}`;

const form = (target: string, body: string): string =>
  post(target, "application/x-www-form-urlencoded", body);

const tool = (name: string, given: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}`;

const mcp = (body: string): string =>
  ask(
    "/mcp",
    `Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`,
    "POST",
  ).replace("Host: x", "Host: localhost") + body;

const MODULE = "/v1/module/rental_core/17.0";
const QUESTION = "platform_version=17.0&modules=";
const PLAN = "/plan";
const FORM = "platform_version=17.0&text=";
const words = (count: number, word: string, between = ","): string =>
  Array.from({ length: count }, (_, at) => word.replace("#", String(at))).join(between);

const KINDS: Readonly<Record<string, string>> = {
  "many starts of a rest": ask(`${MODULE}?rest=${words(300, "m#:9")}`),
  "a rest far behind the end": ask(`${MODULE}?rest=models:999999999,models.fields:999999999`),
  "a rest of what nobody has": ask(`${MODULE}?rest=__proto__:1,constructor.prototype:2,[]:3`),
  "two thousand pipelined": ask("/healthz").replace("close", "keep-alive").repeat(2_000),
  "two hundred pipelined pages": ask("/module/rental_core", "Accept: text/html\r\n")
    .replace("close", "keep-alive")
    .repeat(200),
  "a request within a request": ask(
    "/healthz",
    "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
    "POST",
  ).concat("0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: y\r\n\r\n"),
  "chunks with trailers": ask("/plan", "Transfer-Encoding: chunked\r\n", "POST").concat(
    "5;a=b\r\nabcde\r\n0\r\nHost: evil\r\nContent-Length: 9\r\n\r\n",
  ),
  "a chunk of 2^64 bytes": ask("/mcp", "Transfer-Encoding: chunked\r\n", "POST").concat(
    "ffffffffffffffff\r\nx",
  ),
  "two thousand media types": ask(MODULE, `Accept: ${words(1_500, "a/b#;q=0.#")}\r\n`),
  "five thousand encodings": ask(MODULE, `Accept-Encoding: ${words(3_000, "e#;q=0")}\r\n`),
  "ten thousand validators": ask(MODULE, `If-None-Match: ${words(3_000, '"e#"')}\r\n`),
  "many addresses on the way": ask(MODULE, `X-Forwarded-For: ${words(2_000, "10.0.0.#")}\r\n`),
  "a parameter three thousand times": ask(`${MODULE}?${words(2_500, "org=#", "&")}`),
  "three thousand parameters": ask(`${MODULE}?${words(1_500, "p#=#", "&")}`),
  "upgrade to a socket": ask(
    MODULE,
    "Upgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
  ).replace("close", "Upgrade"),
  "upgrade to HTTP/2": ask(MODULE, "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n").replace(
    "close",
    "Upgrade, HTTP2-Settings",
  ),
  "the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "the beginning of TLS": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "an address of another host": ask("http://evil.example/v1/module/rental_core"),
  "two slashes first": ask("//evil.example/%2e%2e/%2e%2e/etc/passwd"),
  "a zero in a name": ask("/v1/module/rental%00core/17.0"),
  "halves of characters": ask("/v1/search/%ED%A0%80"),
  "signs that grow when they are folded": ask(`/v1/find?q=${"%EF%B7%BA".repeat(1_500)}`),
  "accents on one letter": ask(`/v1/semantic-search?q=a${"%CC%81".repeat(1_900)}`),
  "dots that are no model": ask(`/v1/find?q=${"a.".repeat(990)}`),
  "brackets that are no view": ask(`/v1/view/${"(".repeat(1_900)}`),
  "a number beyond all": ask("/v1/modules?limit=1e308&offset=99999999999999999999"),
  "names of what objects inherit": ask(
    `/v1/plan?${QUESTION}__proto__,constructor,hasOwnProperty,toString`,
  ),
  "references with many dots": ask(`/v1/check?${QUESTION}rental_core&refs=${words(150, "a.b.c#")}`),
  "a lock of what nobody has": ask(
    `/v1/plan?${QUESTION}rental_core&lock=${words(90, "a#@0000000")}`,
  ),
  "four megabytes of ampersands": form(PLAN, "&".repeat(4_000_000)),
  "a hundred thousand fields": form(PLAN, words(100_000, "a#=1", "&")),
  "a form without an end": post(PLAN, "multipart/form-data; boundary=b", "--b\r\n".repeat(50_000)),
  "a form of many files": post(
    PLAN,
    "multipart/form-data; boundary=b",
    `--b\r\nContent-Disposition: form-data; name="modules"; filename="a"\r\n\r\nx\r\n`.repeat(
      20_000,
    ) + "--b--\r\n",
  ),
  "a form in UTF-7": post(PLAN, "application/x-www-form-urlencoded; charset=utf-7", "modules=+AG0"),
  "a list of brackets": form(PLAN, `modules=${"[".repeat(1_000_000)}`),
  "a list of keys": form(PLAN, `${FORM}${'{"a":'.repeat(300_000)}`),
  "a list of tables": form(PLAN, FORM + encodeURIComponent(words(20_000, "[a#.b.c]", "\n"))),
  "a list of tabs": form(PLAN, FORM + "%09".repeat(600_000)),
  "a list of anchors": form(PLAN, FORM + encodeURIComponent(words(20_000, "a#: &b *b", "\n"))),
  "a list of empty lines": form(PLAN, `${FORM}a${"%0A+".repeat(250_000)}b`),
  "a list of lines": form(PLAN, FORM + "a%0A".repeat(250_000)),
  "a list of versions": form(PLAN, FORM + encodeURIComponent(`a==1!${"1.".repeat(500_000)}`)),
  "a log of errors": form(
    "/find",
    `q=${"Traceback%20%28most%20recent%20call%20last%29%3A%0A".repeat(20_000)}`,
  ),
  "ten thousand calls at once": mcp(`[${words(900, '{"jsonrpc":"2.0","id":#,"method":"ping"}')}]`),
  "brackets for an agent": mcp("[".repeat(60_000)),
  "objects in objects for an agent": mcp('{"a":'.repeat(12_000)),
  "keys of prototypes": mcp(
    tool("find_module", '{"__proto__":{"x":1},"constructor":{"prototype":{}},"query":"a"}'),
  ),
  "a tool that objects inherit": mcp(tool("__proto__", "{}")),
  "arguments of wrong kinds": mcp(tool("get_module", '{"module_name":[["a"]],"chars":-1e400}')),
  "an id that is no id": mcp('{"jsonrpc":"2.0","id":{"a":[1]},"method":"tools/list"}'),
  "a cursor that nobody gave": mcp(
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"../../x"}}',
  ),
};

export const HOSTILE_REQUESTS: readonly HostileRequest[] = Object.entries(KINDS).map(
  ([what, bytes]) => ({ what, bytes }),
);
