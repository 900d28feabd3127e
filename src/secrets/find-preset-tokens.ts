import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { Detector, Hit } from "./find-hits.ts";
import { isDummy } from "./is-placeholder.ts";

/**
 * Rules of the preset that are not asked. Ours see more than the first four and know placeholders; `gcp`
 * looks at .p12 and .json files; `filter-comments` would let a comment in the doc switch everything off.
 */
const NOT_ASKED = /^(?:aws|privatekey|basicauth|database-connection-string|gcp|filter-comments)$/;

/** Shorter matches are `xoxb-1-2` and its like. */
const SHORTEST = 20;
/** In a run that is no path of words, numbers and hashes, letters and digits stand in one word, or a word is long. */
const KEY_LIKE = /[A-Za-z]{21}|[g-zG-Z]\d|\d[g-zG-Z]|[A-Z][a-z]*\d|[-_.g-z][0-9a-f]{20}/;

interface PresetRule {
  readonly meta: { readonly id: string };
  create(context: object, options: object): { file?(source: object): unknown };
}

const ASKED = (rules as readonly PresetRule[])
  .map((rule) => ({ rule, id: rule.meta.id.replace("@secretlint/secretlint-rule-", "") }))
  .filter(({ id }) => !NOT_ASKED.test(id));

/**
 * The preset's rules, called one by one. Its core is asynchronous, obeys comments in the text and puts
 * values into messages; the rules themselves need none of that. Its patterns are slow in the host's Bun,
 * so that they see only what may be a key, and spaces for the rest.
 */
export const findPresetTokens: Detector = (text) => {
  const content = text.replaceAll(/\S+/g, (run) =>
    run.length >= SHORTEST && KEY_LIKE.test(run) ? run : " ".repeat(run.length),
  );
  return content.trim() === ""
    ? []
    : ASKED.flatMap(({ rule, id }) => ask(rule, `${id}-token`, content));
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
  try {
    rule.create(context, {}).file?.({ content, ext: ".md", contentType: "text" });
  } catch {
    // What a rule throws may quote the text.
    throw new Error(`the secret rule ${name} failed`);
  }
  return hits.filter(({ from, to }) => to - from >= SHORTEST && !isDummy(content.slice(from, to)));
}
