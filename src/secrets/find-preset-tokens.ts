import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { Detector, Hit } from "./find-hits.ts";
import { isDummy } from "./is-placeholder.ts";

const ID = "@secretlint/secretlint-rule-";

/**
 * Rules of the preset that are not asked. Ours see more than the first four and know placeholders; `gcp`
 * looks at .p12 and .json files; `filter-comments` would let a comment in the doc switch everything off.
 */
const NOT_ASKED: ReadonlySet<string> = new Set([
  "aws",
  "privatekey",
  "basicauth",
  "database-connection-string",
  "gcp",
  "filter-comments",
]);

/** Shorter matches are `xoxb-1-2` and its like. */
const SHORTEST = 20;
const RUN = /[!-~]{20,}/g;
/** In a run that is no path of words, numbers and hashes, letters and digits stand in one word, or a word is long. */
const KEY_LIKE = /[A-Za-z]{21}|[g-zG-Z]\d|\d[g-zG-Z]|[A-Z][a-z]*\d|[-_.g-z][0-9a-f]{20}/;

interface PresetRule {
  readonly meta: { readonly id: string };
  create(context: object, options: object): { file?(source: object): unknown };
}

const ASKED = (rules as readonly PresetRule[])
  .map((rule) => ({ rule, id: rule.meta.id.replace(ID, "") }))
  .filter(({ id }) => !NOT_ASKED.has(id));

/**
 * The preset's rules, called one by one. Its core is asynchronous, obeys comments in the text and puts
 * values into messages; the rules themselves need none of that. Its patterns are slow in the host's Bun,
 * so that they see only what may be a key.
 */
export const findPresetTokens: Detector = (text) => {
  const runs = [...text.matchAll(RUN)].filter(([run]) => KEY_LIKE.test(run));
  const content = runs.map(([run]) => run).join("\n");
  if (content === "") return [];
  const ranges = ASKED.flatMap(({ rule, id }) => ask(rule, `${id}-token`, content));
  const hits: Hit[] = [];
  let start = 0;
  for (const { 0: run, index } of runs) {
    for (const { rule, from, to } of ranges)
      if (from >= start && to <= start + run.length)
        hits.push({ rule, from: from - start + index, to: to - start + index });
    start += run.length + 1;
  }
  return hits;
};

function ask(rule: PresetRule, name: string, content: string): Hit[] {
  const hits: Hit[] = [];
  const context = {
    sharedOptions: {},
    createTranslator: () => (messageId: string) => ({ message: "", messageId }),
    report: ({ range: [from, to] }: { range: readonly [number, number] }) =>
      hits.push({ rule: name, from, to }),
    ignore: () => undefined,
  };
  const source = { content, ext: ".md", contentType: "text" };
  // What a rule throws may quote the text.
  let answer: unknown;
  try {
    answer = rule.create(context, {}).file?.(source);
  } catch {
    throw new Error(`the secret rule ${name} failed`);
  }
  if (answer instanceof Promise) throw new Error(`the secret rule ${name} is asynchronous`);
  return hits.filter(({ from, to }) => to - from >= SHORTEST && !isDummy(content.slice(from, to)));
}
