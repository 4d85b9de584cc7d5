// A container registry as a publish target: a snapshot is an artifact of its own type, whose config is the
// manifest and whose one layer is the archive. A tag names the current one, each has its id as a
// tag besides. By the OCI image and distribution specifications 1.1.
import { toSha256 } from "../../sha256.js";
import type { RequestBody, WebReply } from "../../network/request.js";
import { foreignArchive, invalidTarget, outdatedRelease } from "../ship-error.js";
import { readSmallText } from "./http-request.js";
import { MANIFEST_LIMIT_BYTES, parseManifest } from "../archive/manifest.js";
import { parseJson } from "../archive/written-text.js";
import type { PublishTarget } from "./target.js";
import {
  nameArchive,
  parseRelease,
  encodeRelease,
  RELEASE_VERSION,
  type CheckedRelease,
  type Release,
  type Signature,
} from "../release/release.js";
import { requireStatus, toArchiveReading } from "./http-target.js";
import { openRegistry, type RegistryChoice } from "./registry.js";

interface OciTargetChoice extends RegistryChoice {
  /** The repository's name in the registry. */
  readonly name: string;
  readonly tag: string;
}

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

interface ImageManifest {
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
  readonly annotations?: Readonly<Record<string, string>>;
}

const IMAGE_MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const ARTIFACT_TYPE = "application/vnd.module-lookup.snapshot.v1";
const CONFIG_TYPE = "application/vnd.module-lookup.manifest.v1+json";
/** An archive can be unpacked as any layer can. */
const LAYER_TYPE = "application/vnd.oci.image.layer.v1.tar+gzip";
const STATEMENT_ANNOTATION = "module-lookup.statement";
const SIGNATURES_ANNOTATION = "module-lookup.signatures";
/** Annotation of the first format, whose signature covered the manifest alone. */
const FORMER_ANNOTATION = "module-lookup.signature";
const FORMER_VERSION = 1;
const TITLE_ANNOTATION = "org.opencontainers.image.title";

const IMAGE_MANIFEST_LIMIT_BYTES = 262_144;

export function createOciTarget(choice: OciTargetChoice): PublishTarget {
  const { label, origin, name, tag } = choice;
  const registry = openRegistry(choice);
  const at = (path: string): URL => new URL(`/v2/${name}/${path}`, origin);
  const expect = (reply: WebReply, wanted: readonly number[]): WebReply =>
    requireStatus(reply, wanted, label, choice.credentials.remedy);
  const push = async (address: URL, body: RequestBody, type: string): Promise<void> => {
    const request = { method: "PUT", address, body, headers: { "content-type": type } } as const;
    expect(await registry.ask(request), [201]).body.resume();
  };
  const pushBlob = async (body: RequestBody, { digest }: Descriptor): Promise<void> => {
    const known = await registry.ask({ method: "HEAD", address: at(`blobs/${digest}`) });
    known.body.resume();
    if (known.status === 200) return;
    const begun = await registry.ask({ method: "POST", address: at("blobs/uploads/") });
    const { location } = expect(begun, [202]).headers;
    begun.body.resume();
    if (location === undefined || !URL.canParse(location, origin.href)) {
      throw invalidTarget(label, "an upload without a location");
    }
    const address = new URL(location, origin);
    address.searchParams.set("digest", digest);
    await push(address, body, "application/octet-stream");
  };
  return {
    label,
    async readRelease({ id, knownTag }) {
      const condition = knownTag === undefined ? {} : { "if-none-match": `"${knownTag}"` };
      const headers = { accept: IMAGE_MANIFEST, ...condition };
      const address = at(`manifests/${id ?? tag}`);
      const reply = await registry.ask({ method: "GET", address, headers });
      const text = await readSmallText(expect(reply, [200, 304]), IMAGE_MANIFEST_LIMIT_BYTES);
      const digest = `sha256:${toSha256(text)}`;
      if (reply.status === 304 || digest === knownTag) return "unchanged";
      const image = parseImageManifest(text, label);
      const config = await registry.ask({
        method: "GET",
        address: at(`blobs/${image.config.digest}`),
      });
      const manifest = await readSmallText(expect(config, [200]), MANIFEST_LIMIT_BYTES);
      return { release: toRelease(image, manifest, label), tag: digest };
    },
    async openArchive({ sha256 }, from) {
      const headers = from === 0 ? {} : { range: `bytes=${from}-` };
      const address = at(`blobs/sha256:${sha256}`);
      const reply = await registry.ask({ method: "GET", address, headers });
      return toArchiveReading(expect(reply, [200, 206]), from, label);
    },
    async publish(release, file) {
      const { archive, manifest, contents } = release;
      const image = toImageManifest(release);
      const [layer] = image.layers;
      if (layer === undefined) throw new Error("an artifact has its archive as a layer");
      await pushBlob(Buffer.from(manifest), image.config);
      await pushBlob({ file, bytes: archive.bytes }, layer);
      const text = Buffer.from(JSON.stringify(image, null, 2));
      for (const reference of [contents.id, tag]) {
        await push(at(`manifests/${reference}`), text, IMAGE_MANIFEST);
      }
    },
  };
}

function toImageManifest(release: CheckedRelease): ImageManifest {
  const { archive, manifest, statement, signatures } = release;
  const image = {
    schemaVersion: 2,
    mediaType: IMAGE_MANIFEST,
    artifactType: ARTIFACT_TYPE,
    config: {
      mediaType: CONFIG_TYPE,
      digest: `sha256:${toSha256(manifest)}`,
      size: Buffer.byteLength(manifest),
    },
    layers: [
      {
        mediaType: LAYER_TYPE,
        digest: `sha256:${archive.sha256}`,
        size: archive.bytes,
        annotations: { [TITLE_ANNOTATION]: archive.name },
      },
    ],
    ...(statement === null
      ? {}
      : {
          annotations: {
            [STATEMENT_ANNOTATION]: statement,
            [SIGNATURES_ANNOTATION]: JSON.stringify(signatures),
          },
        }),
  };
  return image;
}

/** Put into words as a release, which is checked as one from any other target. */
function toRelease(image: ImageManifest, manifest: string, label: string): Release {
  const [layer] = image.layers;
  if (`sha256:${toSha256(manifest)}` !== image.config.digest || layer === undefined) {
    throw foreignArchive(label, "an artifact that contradicts itself");
  }
  const { annotations = {} } = image;
  if (annotations[FORMER_ANNOTATION] !== undefined) {
    throw outdatedRelease(label, FORMER_VERSION, RELEASE_VERSION);
  }
  const { id } = parseManifest(manifest, label);
  const release = {
    archive: { name: nameArchive(id), bytes: layer.size, sha256: layer.digest.slice(7) },
    manifest,
    statement: annotations[STATEMENT_ANNOTATION] ?? null,
    // The release's check covers their shape.
    signatures: parseJson(
      annotations[SIGNATURES_ANNOTATION] ?? "[]",
      label,
      "list of signatures",
    ) as readonly Signature[],
  };
  return parseRelease(encodeRelease(release), label);
}

function parseImageManifest(text: string, label: string): ImageManifest {
  try {
    const image = JSON.parse(text) as Partial<ImageManifest> | null;
    const { config, layers } = image ?? {};
    const isOurs =
      config?.mediaType === CONFIG_TYPE &&
      Array.isArray(layers) &&
      layers.length === 1 &&
      [config, ...(layers as readonly Partial<Descriptor>[])].every(
        ({ digest }) => typeof digest === "string" && /^sha256:[0-9a-f]{64}$/.test(digest),
      );
    if (isOurs) return image as ImageManifest;
  } catch {
    // Reported below, without the text.
  }
  throw foreignArchive(label, "another artifact than a snapshot");
}
