import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { Detector, Hit } from "./find-hits.ts";
import { isDummy } from "./is-placeholder.ts";

/**
 * Rules of the preset that are not used. Ours find more than the first four and know placeholders; `gcp`
 * checks .p12 and .json files; `filter-comments` would let a comment in the doc switch everything off.
 */
const NOT_ASKED = /^(?:aws|privatekey|basicauth|database-connection-string|gcp|filter-comments)$/;

/** Shorter matches are texts such as `xoxb-1-2`. */
const SHORTEST = 20;
/** A key mixes letters and digits within a word, or has a very long word; a path of words, numbers and hashes does not. */
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
 * values into messages; the rules themselves do not. Its patterns are slow in the host's Bun, so that
 * they are given only the text that may be a key, with spaces in place of the rest.
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
    // The original error may quote the text, so that it is not passed on.
    throw new Error(`the secret rule ${name} failed`);
  }
  return hits.filter(({ from, to }) => to - from >= SHORTEST && !isDummy(content.slice(from, to)));
}
