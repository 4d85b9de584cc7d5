// Questions that people ask, as SQL. docs/dataset.md shows them, and the tests ask them of the demo, whose names
// stand in them.

interface Recipe {
  readonly question: string;
  /** Advice for changing it. */
  readonly note?: string;
  readonly sql: string;
}

export const RECIPES: readonly Recipe[] = [
  {
    question: "Which modules override a method and do not call super?",
    note: "Put your method in place of `on_barcode_scanned`. A class overrides a method of a model that it extends, if another module of the snapshot defines it.",
    sql: `WITH definitions AS (
  SELECT e.technical_name, e.platform_version, m.id, m.model_name, m.file, x.line, x.calls_super
  FROM methods x
  JOIN models m ON m.id = x.model_id
  JOIN entries e ON e.id = m.entry_id
  WHERE x.name = 'on_barcode_scanned'
)
SELECT DISTINCT own.technical_name, own.platform_version, own.model_name, own.file, own.line
FROM definitions own
JOIN inheritance i ON i.model_id = own.id
JOIN definitions base ON base.model_name = i.parent_model
  AND base.platform_version = own.platform_version
  AND base.technical_name <> own.technical_name
WHERE own.calls_super = 0
ORDER BY own.technical_name, own.platform_version;`,
  },
  {
    question: "Which modules have no tests?",
    note: "Those that others depend on come first.",
    sql: `SELECT e.technical_name, e.platform_version, r.organization || '/' || r.repository AS repository,
  (SELECT count(DISTINCT o.technical_name) FROM dependencies d JOIN entries o ON o.id = d.entry_id
    WHERE d.depends_on = e.technical_name AND o.platform_version = e.platform_version) AS dependents
FROM entries e
JOIN repositories r ON r.id = e.repository_id
WHERE e.installable AND e.has_tests = 0 AND e.platform_version = '19.0'
ORDER BY dependents DESC, e.technical_name, e.id;`,
  },
  {
    question: "Who maintains what I depend on?",
    note: "Direct and indirect dependencies of `rental_deposit`, with maintainers, or authors if it names none.",
    sql: `WITH RECURSIVE needed(technical_name) AS (
  SELECT 'rental_deposit'
  UNION
  SELECT d.depends_on
  FROM needed n
  JOIN entries e ON e.technical_name = n.technical_name AND e.platform_version = '19.0'
  JOIN dependencies d ON d.entry_id = e.id
)
SELECT e.technical_name, r.organization || '/' || r.repository AS repository,
  coalesce(
    (SELECT group_concat(name, ', ') FROM maintainers WHERE entry_id = e.id),
    (SELECT group_concat(name, ', ') FROM authors WHERE entry_id = e.id)
  ) AS people
FROM needed n
JOIN entries e ON e.technical_name = n.technical_name AND e.platform_version = '19.0'
JOIN repositories r ON r.id = e.repository_id
ORDER BY e.technical_name;`,
  },
  {
    question: "Which Python packages are pinned, and how?",
    sql: `SELECT p.package, p.specifier, e.platform_version, count(*) AS modules,
  group_concat(e.technical_name, ', ') AS by_whom
FROM python_requirements p
JOIN entries e ON e.id = p.entry_id
WHERE p.specifier <> ''
GROUP BY p.package, p.specifier, e.platform_version
ORDER BY p.package, p.specifier, e.platform_version;`,
  },
  {
    question: "What changed between two snapshots?",
    note: "First `ATTACH 'older.sqlite' AS older;`. Ids differ from one dataset to another, so modules are compared by their names.",
    sql: `WITH new AS (
  SELECT e.technical_name, e.platform_version, r.organization, r.repository, e.version, e.update_date
  FROM main.entries e JOIN main.repositories r ON r.id = e.repository_id
),
old AS (
  SELECT e.technical_name, e.platform_version, r.organization, r.repository, e.version, e.update_date
  FROM older.entries e JOIN older.repositories r ON r.id = e.repository_id
)
SELECT technical_name, platform_version, organization, repository,
  iif(old.version IS NULL, 'added', 'changed') AS what,
  old.version AS old_version, new.version AS new_version
FROM new LEFT JOIN old USING (technical_name, platform_version, organization, repository)
WHERE old.version IS NULL OR old.update_date <> new.update_date
UNION ALL
SELECT technical_name, platform_version, organization, repository, 'removed', old.version, NULL
FROM old LEFT JOIN new USING (technical_name, platform_version, organization, repository)
WHERE new.version IS NULL
ORDER BY technical_name, platform_version, organization, repository;`,
  },
  {
    question: "What can be installed but needs a module that cannot, at its version?",
    sql: `SELECT e.technical_name, e.platform_version, d.depends_on
FROM entries e
JOIN dependencies d ON d.entry_id = e.id
JOIN entries t ON t.technical_name = d.depends_on AND t.platform_version = e.platform_version
WHERE e.installable
GROUP BY e.id, d.depends_on
HAVING max(t.installable) = 0
ORDER BY e.technical_name, e.platform_version;`,
  },
  {
    question: "Which access rights are open to everyone?",
    note: "Rights without a group hold for every user, also of the portal and the website; those that write come first.",
    sql: `SELECT e.technical_name, e.platform_version, a.model, a.xml_id,
  coalesce(a.perm_write OR a.perm_create OR a.perm_unlink, 0) AS may_change, a.file, a.line
FROM access_rights a
JOIN entries e ON e.id = a.entry_id
WHERE a.group_id IS NULL
ORDER BY may_change DESC, e.technical_name, e.platform_version, a.position;`,
  },
  {
    question: "Which models do most modules change?",
    sql: `SELECT m.model_name, e.platform_version, count(DISTINCT e.technical_name) AS modules
FROM models m
JOIN entries e ON e.id = m.entry_id
WHERE NOT m.is_new_model AND e.platform_version = '19.0'
GROUP BY m.model_name
ORDER BY modules DESC, m.model_name
LIMIT 20;`,
  },
  {
    question: "Which fields do several modules define?",
    note: "If both modules are installed, they share the field.",
    sql: `SELECT m.model_name, f.name, e.platform_version,
  count(DISTINCT e.technical_name) AS modules,
  group_concat(DISTINCT e.technical_name) AS by_whom
FROM fields f
JOIN models m ON m.id = f.model_id
JOIN entries e ON e.id = m.entry_id
GROUP BY m.model_name, f.name, e.platform_version
HAVING modules > 1
ORDER BY modules DESC, m.model_name, f.name, e.platform_version;`,
  },
  {
    question: "What has not been touched for long, and is needed by many?",
    note: "Put your day in place of 2026-03-01. Translations and formatting do not count as changes of code.",
    sql: `SELECT e.technical_name, e.last_code_change, count(DISTINCT d.entry_id) AS dependents
FROM entries e
JOIN dependencies d ON d.depends_on = e.technical_name
JOIN entries o ON o.id = d.entry_id AND o.platform_version = e.platform_version
WHERE e.platform_version = '19.0' AND e.last_code_change < '2026-03-01'
GROUP BY e.id
ORDER BY dependents DESC, e.last_code_change
LIMIT 20;`,
  },
  {
    question: "Which modules have these words in their texts?",
    note: 'Words are folded to lower case without accents; `invoic*` is a beginning, `"credit limit"` a phrase. The best come first.',
    sql: `SELECT e.technical_name, e.platform_version, e.summary
FROM entry_texts
JOIN entries e ON e.id = entry_texts.rowid
WHERE entry_texts MATCH 'invoic* remind*'
ORDER BY rank, e.id
LIMIT 20;`,
  },
];
