// `make platform-orm` on a small repository that is made like the real one.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeGitRepository, readGitText } from "../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const PROGRAM = fileURLToPath(
  new URL("../../../builder/platform/refresh-orm-methods.js", import.meta.url),
);

const OLD = `class MetaModel(type):
    def meta(cls): pass

class BaseModel(metaclass=MetaModel):
    def __init__(self): pass
    @property
    def ids(self): pass
    @api.model
    def create(self, values): pass
    def __ensure(self): pass
    make = create
    _order = "id"

class Model(BaseModel):
    def only(self): pass
`;

test("each version gives the names of its methods, behind the commits that they are of", async () => {
  const nextFolder = makeFolderCounter(makeTemporaryFolder());
  const mirror = nextFolder();
  makeGitRepository(mirror, {
    "18.0": [{ files: { "odoo/models.py": OLD, "odoo/addons/models.py": OLD } }],
    "19.0": [
      {
        files: {
          "odoo/orm/models.py": "class BaseModel:\n    def lock(self): pass\n",
          "odoo/orm/models_transient.py":
            "class TransientModel(Model):\n    def create(self): pass\n",
        },
      },
    ],
    "7.0": [{ files: { "README.md": "" } }],
  });
  const [sources, out] = [nextFolder(), nextFolder()];
  const source = { organization: "odoo", repository: "odoo", url: "https://x.org/o.git", mirror };
  writeFileSync(sources, JSON.stringify({ sources: [source] }));
  const words = [PROGRAM, "--sources", sources, "--cache", nextFolder(), "--out", out];
  await promisify(execFile)(process.execPath, words);
  const text = readFileSync(out, "utf8");
  expect(text).toContain(
    `# 18.0: https://x.org/o.git, commit ${readGitText(mirror, "rev-parse", "18.0")}`,
  );
  expect(text.split("\n").filter((line) => !line.startsWith("#"))).toEqual([
    "18.0: _BaseModel__ensure() create(values) ids make(values) only()",
    "19.0: create() lock()",
    "",
  ]);
});
