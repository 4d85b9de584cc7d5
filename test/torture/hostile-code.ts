// Python, views, bundles and manifests of a few kilobytes, of the shapes that once stopped a service. Sizes are drawn,
// most of them small, some as large as a repository may be.
import {
  draw,
  list,
  ofPython,
  ofViews,
  QUESTION,
  toFiles,
  toViewTarget,
  writeData,
  writeModel,
  writeView,
  type HostileSystem,
  type Shape,
} from "./hostile-files.js";

export const CODE_SHAPES: Readonly<Record<string, Shape>> = {
  diamonds: (random) => {
    const levels = 2 + random.below(200);
    const classes = list(levels, (level) =>
      ["a", "b"].map((side) =>
        writeModel(`${side}.${level}`, level === 0 ? [] : [`a.${level - 1}`, `b.${level - 1}`]),
      ),
    );
    const first = writeModel("res.x", [], ["    x_id = fields.Many2one('res.users')"]);
    const delegating = `class D(models.Model):\n    _name = 'd'\n    _inherit = ['a.${levels - 1}', 'b.${levels - 1}']\n    _inherits = {'res.x': 'x_id'}\n`;
    return ofPython([first, ...classes.flat(), delegating], ["d", `a.${levels - 1}`]);
  },
  "a chain of models": (random) => {
    const length = draw(random, 15_000);
    const classes = list(length, (at) => writeModel(`c.${at}`, at === 0 ? [] : [`c.${at - 1}`]));
    return ofPython(classes, [`c.${length - 1}`, `c.${length >> 1}`, "c.0"]);
  },
  "a chain of delegation": (random) => {
    const length = draw(random, 3_000);
    const classes = list(
      length,
      (at) =>
        `class D${at}(models.Model):\n    _name = 'd.${at}'\n${at === 0 ? "" : `    _inherits = {'d.${at - 1}': 'up_id'}\n`}    f_${at} = fields.Char()\n`,
    );
    return ofPython(classes, [`d.${length - 1}`, "d.1"]);
  },
  "a chain of Python classes": (random) => {
    const length = draw(random, 3_000);
    const classes = list(
      length,
      (at) => `class P${at}(${at === 0 ? "models.Model" : `P${at - 1}`}):\n    _name = 'p.${at}'\n`,
    );
    return ofPython(classes, [`p.${length - 1}`, "p.1"]);
  },
  "a chain of related fields": (random) => {
    const length = draw(random, 20_000);
    const fields = list(length, (at) =>
      at === 0
        ? "    f_0 = fields.Char()"
        : `    f_${at} = fields.Char(related='self_id.f_${at - 1}')`,
    );
    const own = ["    self_id = fields.Many2one('r')", ...fields];
    return ofPython(
      [writeModel("r", [], own)],
      ["r", `r?member=f_${length - 1}`],
      [`r.f_${length - 1}`],
    );
  },
  "related fields through models": (random) => {
    const length = draw(random, 5_000);
    const classes = list(length, (at) =>
      writeModel(
        `m.${at}`,
        [],
        [
          `    up_id = fields.Many2one('m.${at - 1}')`,
          at === 0 ? "    x = fields.Char()" : "    x = fields.Char(related='up_id.x')",
        ],
      ),
    );
    return ofPython(classes, [`m.${length - 1}`], [`m.${length - 1}.x`]);
  },
  "a selection extended in reverse": (random) => {
    const length = draw(random, 6_000);
    const items = (reverse: boolean) => {
      const all = list(length, (at) => `('v${at}', 'V')`);
      return (reverse ? all.toReversed() : all).join(", ");
    };
    const shared = list(
      draw(random, 300),
      (at) => `    r_${at} = fields.Selection(related='me.s')`,
    );
    return ofPython(
      [
        writeModel(
          "s",
          [],
          [
            "    me = fields.Many2one('s')",
            `    s = fields.Selection([${items(false)}])`,
            ...shared,
          ],
        ),
        `class E(models.Model):\n    _inherit = 's'\n    s = fields.Selection(selection_add=[${items(true)}])\n`,
      ],
      ["s"],
    );
  },
  "classes of one model": (random) => {
    const length = draw(random, 20_000);
    const classes = list(
      length,
      (at) => `class K${at}(models.Model):\n    _inherit = 'k'\n    f = fields.Char()\n`,
    );
    return ofPython([writeModel("k", []), ...classes], ["k"], ["k.f", "k#nothing"]);
  },
  "constants that name each other": (random) => {
    const length = draw(random, 5_000);
    const constants = list(length, (at) => (at === 0 ? "C0 = 'x'" : `C${at} = C${at - 1}`));
    const backwards = random.happens(0.5) ? constants.toReversed() : constants;
    return ofPython(
      [
        ...backwards,
        `class N(models.Model):\n    _name = 'n'\n    f = fields.Char(C${length - 1})\n`,
      ],
      ["n"],
    );
  },
  "xpath over a long attribute": (random) => {
    const [nodes, letters] = [draw(random, 30_000), draw(random, 400_000)];
    const test = random.choose([
      "translate(/form/@x,'a','b')='b'",
      "string-length(/form/@x)=1",
      "normalize-space(/form/@x)='a'",
      "contains(/form/@x,'ab')",
      "/form/@x=@y",
      "substring(/form/@x,2)='b'",
      "starts-with(concat(/form/@x,/form/@x,/form/@x),'b')",
    ]);
    const form = `<form x="${"a ".repeat(letters / 2)}">${"<g/>".repeat(nodes)}</form>`;
    const spec = `<xpath expr="//g[${test}]" position="inside"><i/></xpath>`;
    return ofViews([form], [`<data>${spec.repeat(1 + random.below(20))}</data>`]);
  },
  "xpath over many nodes": (random) => {
    const nodes = draw(random, 30_000);
    const expression = random.choose([
      "//g[../following-sibling::q]",
      "//g[following::q]",
      "//g[preceding::q]",
      "//g[preceding-sibling::q]",
      "//g[ancestor::q]",
      "//g[count(//g)=0]",
      `//g[${"//g|".repeat(900)}//q]`,
      "//g[//g=//g/@x]",
      "(//g)[last()]/following::g[position()=last()]",
    ]);
    const inner = random.happens(0.3)
      ? `${"<g>".repeat(Math.min(nodes, 2_000))}${"</g>".repeat(Math.min(nodes, 2_000))}`
      : "<p><g/></p>".repeat(nodes);
    const spec = `<xpath expr="${expression}" position="inside"><i/></xpath>`;
    return ofViews(
      [`<form>${inner}</form>`],
      [`<data>${spec.repeat(1 + random.below(30))}</data>`],
    );
  },
  "attributes that are added to": (random) => {
    const [changes, letters] = [draw(random, 16_000), draw(random, 450_000)];
    const change = '<attribute name="class" add="b" separator=" "/>';
    return ofViews(
      [`<form class="${"a ".repeat(letters / 2)}"/>`],
      [`<form position="attributes">${change.repeat(changes)}</form>`],
    );
  },
  "copies in a replacement": (random) => {
    const [copies, letters] = [draw(random, 1_500), draw(random, 900_000)];
    return ofViews(
      [`<form><g>${"<q/>".repeat(letters / 4)}</g></form>`],
      [`<g position="replace"><f>${"<d>$0</d>".repeat(copies)}</f></g>`],
    );
  },
  "views that inherit in a chain": (random) => {
    const length = draw(random, 20_000);
    const views = list(length, (at) =>
      writeView(`v${at}`, at === 0 ? "<form/>" : '<form position="inside"><i/></form>', {
        inherit: at === 0 ? undefined : `v${at - 1}`,
        isPrimary: random.happens(0.1),
      }),
    );
    return {
      modules: { hostile: toFiles({ "views.xml": writeData(views) }) },
      targets: ["v0", `v${length - 1}`, `v${length >> 1}`].map(toViewTarget),
    };
  },
  "nodes beside nodes": (random) => {
    const [own, added] = [draw(random, 60_000), draw(random, 60_000)];
    const position = random.choose(["after", "before", "inside", "replace"]);
    return ofViews(
      [`<form><g/>${"<q/>".repeat(own)}</form>`],
      [`<g position="${position}">${"<p/>".repeat(added)}</g>`],
    );
  },
  "nodes that move": (random) => {
    const nodes = draw(random, 10_000);
    const moves = list(nodes, (at) => `<q n="${at}" position="move"/>`);
    return ofViews(
      [`<form><g/>${list(nodes, (at) => `<q n="${at}"/>`).join("")}</form>`],
      [`<g position="after">${moves.join("")}</g>`],
    );
  },
  "bundles of many steps": (random) => {
    const [steps, files] = [draw(random, 6_000), draw(random, 3_000)];
    const named = list(files, (at) => [`static/${"a".repeat(40)}${at}.js`, ""] as const);
    const pattern = random.choose(["static/**/*.js", "static/**/*a*a*a*a*b", "static/nothing.js"]);
    const assets = list(steps, (at) => `hostile/${pattern}${at}`);
    const bundle = `/v1/registry/assets/b?${QUESTION}`;
    const own = toFiles(Object.fromEntries(named), ["good"], false, {
      b: [...assets, `hostile/${pattern}`],
    });
    return { modules: { hostile: own }, targets: [bundle] };
  },
  "templates that are changed": (random) => {
    const [length, nodes] = [draw(random, 10_000), draw(random, 10_000)];
    const first = `<t t-name="hostile.t0">${"<p/>".repeat(nodes)}</t>`;
    const mode = random.choose(["primary", "extension"]);
    const others = list(length, (at) => {
      const parent = mode === "primary" ? at : 0;
      const spec = '<xpath expr="//p[last()]" position="after"><q/></xpath>';
      return `<t t-name="hostile.t${at + 1}" t-inherit="hostile.t${parent}" t-inherit-mode="${mode}">${spec}</t>`;
    });
    const files = { "static/t.xml": `<templates>${first}${others.join("")}</templates>` };
    const own = toFiles(files, ["good"], false, { b: ["hostile/static/t.xml"] });
    const asked = ["t0", `t${length}`].map(
      (name) => `/v1/registry/templates/hostile.${name}?bundle=b&${QUESTION}`,
    );
    const targets = [`/v1/registry/templates?bundle=b&${QUESTION}`, ...asked];
    return { modules: { hostile: own }, targets };
  },
  "modules that install themselves": (random) => {
    const length = draw(random, 4_000);
    const modules = list(length, (at) => [
      `auto_${at}`,
      toFiles({}, [at === 0 ? "base" : `auto_${at - 1}`], true),
    ]);
    return {
      modules: Object.fromEntries(modules) as HostileSystem["modules"],
      targets: [
        "/v1/plan?platform_version=17.0&modules=base",
        `/v1/module/auto_${length - 1}/17.0/dependencies`,
        `/v1/plan?platform_version=17.0&modules=auto_${length - 1}&auto_install=false`,
        `/v1/migration?from=17.0&to=18.0&modules=auto_${length - 1}`,
        `/v1/module/auto_${length - 1}/17.0`,
      ],
    };
  },
};
