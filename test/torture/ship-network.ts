// Attacks by servers: redirects in chains, to private addresses in every spelling, names that
// change their addresses, foreign challenges and token services. Every server here records its
// requests.
import { isPublicAddress, normaliseAddress } from "../../data/network/address-kind.js";
import { createGuard } from "../../data/network/guard.js";
import { createTarget } from "../../data/ship/remote/open-target.js";
import type { PublishTarget } from "../../data/ship/remote/target.js";
import { OperatorError } from "../../data/operator-error.js";
import type { Random } from "../support/random.js";
import { startRegistry } from "../data/ship/registry-server.js";
import { createNetwork, makeSnapshot, publishTo, pull } from "../support/shipping.js";
import { startWebServer, type WebServer } from "../support/web-server.js";
import type { Torture } from "./torture.js";

const ENVIRONMENT = {
  MODULE_LOOKUP_PLACE_USER: "user",
  MODULE_LOOKUP_PLACE_PASSWORD: "secret",
};

/** Beside the target, at an address that is not its own. */
const INSIDE = "127.0.0.2";

interface Stage {
  /** Forbidden target. */
  readonly inside: WebServer;
  /** Server at the target's address, of another origin: requests are allowed, credentials never. */
  readonly foreign: WebServer;
  readonly torture: Torture;
}

export async function attackNetwork(torture: Torture): Promise<void> {
  const snapshot = await makeSnapshot(torture.nextFolder(), "one");
  const inside = await startWebServer({ host: INSIDE });
  const foreign = await startWebServer({
    answer: ({ target }, response) => {
      if (target.startsWith("/plain")) return false;
      const realm = `Bearer realm="${foreign.address}/token",service="x"`;
      const challenge = target.startsWith("/basic") ? 'Basic realm="x"' : realm;
      response.writeHead(401, { "www-authenticate": challenge }).end();
      return true;
    },
  });
  const stage: Stage = { inside, foreign, torture };
  try {
    for (let round = 0; round < torture.rounds; round++) {
      await leadWebTarget(stage, snapshot);
      await leadRegistry(stage, snapshot);
      await changeAddresses(torture);
    }
  } finally {
    await inside.stop();
    await foreign.stop();
  }
  if (inside.seen.length > 0) torture.failed("a server inside was asked");
  if (foreign.seen.some(({ headers }) => headers.authorization !== undefined)) {
    torture.failed("a foreign server was told who asks");
  }
  foreign.seen.forEach(() => torture.tried("requests that reached a foreign server"));
}

async function leadWebTarget(stage: Stage, snapshot: string): Promise<void> {
  const { torture } = stage;
  const server = await startWebServer();
  try {
    const target = createTarget(`${server.address}/x`, {
      network: createNetwork(),
      environment: ENVIRONMENT,
    });
    const { contents } = await publishTo(target, snapshot, torture.nextFolder());
    for (let time = 0; time < 4; time++) {
      const ending = torture.random.choose(["current.json", `${contents.id}.tar.gz`]);
      lead(stage, server, ending);
      await attempt(stage, target);
    }
  } finally {
    await server.stop();
  }
}

/** Some steps at the target itself, then to where nobody should go. */
function lead(
  { torture: { random, tried }, inside, foreign }: Stage,
  server: WebServer,
  ending: string,
): void {
  const [what, target] = random.happens(0.5)
    ? (["inside", writeInside(random, inside)] as const)
    : ([
        "to a foreign server",
        `${foreign.address}/${random.choose(["plain", "basic", "bearer"])}`,
      ] as const);
  tried(`redirects ${what}`);
  const steps = random.below(4);
  const status = random.choose([301, 302, 303, 307, 308]);
  let from = ending;
  for (let step = 0; step < steps; step++) {
    const next = `/step-${step}-${random.below(1e9)}`;
    server.failNext(from, { status, headers: { location: next } });
    from = next;
  }
  server.failNext(from, { status, headers: { location: target } });
}

/** The inner server's address in one of the ways that parsers take. */
function writeInside(random: Random, { address }: WebServer): string {
  const { port } = new URL(address);
  const host = random.choose([
    INSIDE,
    "127.2",
    "2130706434",
    "0x7f000002",
    "0177.0.0.2",
    "[::ffff:127.0.0.2]",
    "[::ffff:7f00:2]",
    "[0:0:0:0:0:ffff:127.0.0.2]",
    "[64:ff9b::127.0.0.2]",
    "%31%32%37.0.0.%32",
    "user:secret@127.0.0.2",
    "127.0.0.2.",
  ]);
  return `http://${host}:${port}/file`;
}

async function leadRegistry(stage: Stage, snapshot: string): Promise<void> {
  const { torture, foreign, inside } = stage;
  const { random } = torture;
  const asks = random.choose(["nothing", "basic", "bearer"] as const);
  const plain = await startRegistry({ asks });
  const storage = random.choose([
    `${foreign.address}/basic`,
    `${foreign.address}/bearer`,
    writeInside(random, inside),
  ]);
  // Without TLS anybody may have named it.
  const realm = random.happens(0.3) ? writeInside(random, inside) : undefined;
  const server = await startRegistry({ asks, storage, ...(realm === undefined ? {} : { realm }) });
  try {
    const open = ({ address }: WebServer): PublishTarget =>
      createTarget(`oci+http://${new URL(address).host}/odoo/main:live`, {
        network: createNetwork(),
        environment: ENVIRONMENT,
      });
    await publishTo(open(plain), snapshot, torture.nextFolder());
    for (const [name, bytes] of plain.files) server.files.set(name, bytes);
    torture.tried(`registries that ask for ${asks} and lead away`);
    await attempt(stage, open(server));
  } finally {
    await plain.stop();
    await server.stop();
  }
}

/** Redirects every blob, so that nothing can be pulled. */
async function attempt({ torture }: Stage, target: PublishTarget): Promise<void> {
  try {
    await pull(target, torture.nextFolder());
    torture.failed("a pull went through where it was led away");
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    if (error.message.includes("secret")) torture.failed("a message holds a password");
  }
}

/** A name has other addresses each time; what is connected to must be public, or its own at first. */
async function changeAddresses({ random, tried, failed }: Torture): Promise<void> {
  const turns = Array.from({ length: 6 }, () =>
    Array.from({ length: 1 + random.below(3) }, () => makeAddress(random)),
  );
  let turn = 0;
  const guard = createGuard(new URL("http://target.test/"), {
    findAddresses: async () =>
      (turns[turn++] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
  });
  let own: readonly string[] = [];
  let wasInside = true;
  for (const found of turns) {
    const name = random.choose(["target.test", "other.test"]);
    const given = await new Promise<readonly string[]>((resolve) => {
      guard.lookup(name, { all: true }, (error, addresses) => {
        const list = typeof addresses === "string" ? [] : addresses;
        resolve(error === null ? list.map(({ address }) => address) : []);
      });
    });
    tried("names with changing addresses");
    const isOwn = name === "target.test";
    if (isOwn && wasInside) own = found.map(normaliseAddress);
    const wrong = given.filter(
      (address) => !isPublicAddress(address) && !own.includes(normaliseAddress(address)),
    );
    if (wrong.length > 0) failed(`${name} became ${wrong.join(" and ")}`);
    if (isOwn && wasInside) wasInside = !found.every(isPublicAddress);
    if (isOwn && !wasInside) own = own.filter(isPublicAddress);
  }
}

function makeAddress(random: Random): string {
  const byte = (): number => random.below(256);
  const group = (): string => random.below(65_536).toString(16);
  return random.choose([
    () => `10.${byte()}.${byte()}.${byte()}`,
    () => `127.0.0.${byte()}`,
    () => `169.254.${byte()}.${byte()}`,
    () => `${byte()}.${byte()}.${byte()}.${byte()}`,
    () => `::ffff:${byte()}.${byte()}.${byte()}.${byte()}`,
    () => `fd00::${group()}`,
    () => `2a00:${group()}::${group()}`,
    () => `64:ff9b::${group()}:${group()}`,
    () => `fe80::${group()}%eth0`,
  ])();
}
