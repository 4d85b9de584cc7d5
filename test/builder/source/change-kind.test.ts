// Kinds of a commit's change in a module, rule by rule.
import { describe, expect, test } from "vitest";
import {
  isMechanical,
  isProgram,
  isRobot,
  joinKinds,
  toPathKind,
} from "../../../builder/source/change-kind.js";

describe("a robot, which is no committer", () => {
  test.each([
    "OCA-git-bot",
    "oca-git-bot",
    "OCA Git Bot",
    "oca-travis",
    "oca-ci",
    "OCA Transbot",
    "Weblate",
    "GitHub",
    "Odoo Translation Bot",
    "dependabot[bot]",
    "pre-commit-ci[bot]",
    "Launchpad Translations on behalf of openerp",
  ])("is %s", (name) => expect(isRobot(name)).toBe(true));

  test.each(["Ann", "", "Weblate Ann", "GitHub Ann", "Launchpad Translations", "botond", "oca"])(
    "is not %j",
    (name) => expect(isRobot(name)).toBe(false),
  );
});

describe("what tools did", () => {
  test.each([
    ["OCA-git-bot", "account_move 17.0.1.0.1"],
    ["Weblate", "Translated"],
    ["copier-update-bot", "[IMP] something"],
    ["renovate[bot]", "Update a dependency"],
    ["Launchpad Translations", "Launchpad automatic translations update."],
    ["Ann", "[BOT] post-merge updates"],
    ["Ann", "[IMP] stock_x: black, isort, prettier"],
    ["Ann", "[IMP] stock_x: isort, black"],
    ["Ann", "[16.0][IMP] stock_x: pre-commit auto fixes"],
    ["Ann", "[FIX] stock_x: precommit"],
    ["Ann", "[IMP] stock_x: prettier"],
    ["Ann", "[IMP] stock_x: bump version"],
    ["Ann", "Bump module version to 16.0.1.0.2"],
    ["Ann", "[MIG] Make modules uninstallable"],
    ["Ann", "set installable to False"],
    ["Ann", "[MIG] Rename manifest files"],
    ["Ann", "[IMP] update dotfiles"],
    ["Ann", "Update from copier template"],
    ["Ann", "Update translation files"],
  ])("is known by %j and %j", (author, subject) => {
    expect(isProgram(author) || isMechanical(subject)).toBe(true);
  });

  test.each([
    ["Ann", ""],
    ["Abbot", "[FIX] stock_x: wrong sum"],
    ["Ann", "[FIX] black text on a black ground"],
    ["Ann", "[MIG] stock_x: Migration to 17.0"],
    ["Ann", "[IMP] stock_x: keep the version of a package"],
    ["Ann", "[FIX] uninstall hook"],
    ["Ann", "Translated using Weblate (French)"],
  ])("is not %j, %j", (author, subject) => {
    expect(isProgram(author) || isMechanical(subject)).toBe(false);
  });
});

test.each([
  ["models/sale.py", "code"],
  ["__manifest__.py", "code"],
  ["tests/test_sale.py", "code"],
  ["static/src/js/a.js", "code"],
  ["static/description.py", "code"],
  ["i18n.py", "code"],
  ["models/i18n/a.py", "code"],
  ["i18n/fr.po", "translation"],
  ["i18n_extra/fr.po", "translation"],
  ["i18n/sale.pot", "other"],
  ["README.rst", "other"],
  ["README", "other"],
  ["readme/USAGE.md", "other"],
  ["doc/index.rst", "other"],
  ["static/description/icon.png", "other"],
  ["static/description", "other"],
])("a change of %s is %s", (path, kind) => {
  expect(toPathKind(path)).toBe(kind);
});

test("code counts before translations before all else", () => {
  expect(joinKinds(undefined, "other")).toBe("other");
  expect(joinKinds("other", "translation")).toBe("translation");
  expect(joinKinds("code", "translation")).toBe("code");
  expect(joinKinds("translation", "code")).toBe("code");
});
