// Lists of people and companies that are written as one text.

/** Legal forms of companies without their points, which are written behind a comma too: `Acme, Inc.`. */
const COMPANY_SUFFIXES: ReadonlySet<string> = new Set(
  (
    "inc,incorporated,ltd,limited,llc,llp,plc,corp,co,co ltd,coltd,company,pty,pty ltd,pvt,pvt ltd,pte,pte ltd," +
    "gmbh,gmbh & co kg,ag,kg,ohg,ug,ev,e v,ek,e k,sa,sas,sarl,sl,slu,slp,sll,spa,srl,sro,sc,scoop,s de rl de cv," +
    "sde rl de cv,sa de cv,ca,bv,bvba,nv,sa/nv,oy,ab,as,a/s,aps,doo,sp z o o,sp zo o,sp z oo,sp zoo,spz oo,spzoo," +
    "kft,lda,ltda,eirl,scrl,scrlfs,asbl,vzw,kk,sdn bhd,ooo"
  ).split(","),
);

/** Parts between commas outside brackets; a legal form stays with the name before it. */
export function splitNames(text: string): readonly string[] {
  const names: string[] = [];
  for (const part of splitAtCommas(text)) {
    const name = collapseSpace(part);
    if (name === "") continue;
    const before = names.at(-1);
    if (before !== undefined && COMPANY_SUFFIXES.has(name.replaceAll(".", "").toLowerCase())) {
      names[names.length - 1] = `${before}, ${name}`;
    } else names.push(name);
  }
  return names;
}

/** Runs of white space as one space, none at the ends. */
export function collapseSpace(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth = Math.max(0, depth - 1);
    else if (character === "," && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
