import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { Detector, Hit } from "./hit.ts";
import { isDummy } from "./is-dummy.ts";
import { createLineCounter } from "./searched-text.ts";

const ID = "@secretlint/secretlint-rule-";

/** What a person calls that which a rule of the preset finds. */
export const PRESET_NAMES: Readonly<Record<string, string>> = {
  npm: "npm-token",
  slack: "slack-token",
  sendgrid: "sendgrid-key",
  shopify: "shopify-token",
  stripe: "stripe-key",
  github: "github-token",
  gitlab: "gitlab-token",
  grafana: "grafana-token",
  openai: "openai-key",
  anthropic: "anthropic-key",
  groq: "groq-key",
  huggingface: "huggingface-token",
  linear: "linear-key",
  notion: "notion-token",
  "1password": "onepassword-token",
  "hashicorp-vault": "vault-token",
  vercel: "vercel-token",
  databricks: "databricks-token",
  docker: "docker-token",
  figma: "figma-token",
  cloudflare: "cloudflare-token",
  tailscale: "tailscale-key",
};

/**
 * Rules of the preset that are not asked. Ours see more than the first four and know placeholders; `gcp`
 * looks at .p12 and .json files; `filter-comments` would let a comment in the doc switch everything off.
 */
export const NOT_ASKED: readonly string[] = [
  "aws",
  "privatekey",
  "basicauth",
  "database-connection-string",
  "gcp",
  "filter-comments",
];

/** Shorter matches are `xoxb-1-2` and its like. */
const SHORTEST = 20;

const RUN = /\S+/g;
const WORD = /(^|[^A-Za-z0-9])([A-Za-z0-9]{6,})/g;
const HASH = /^(?:\d+|[0-9a-f]+)$/;
const LONGEST_WORD = 20;

interface PresetRule {
  readonly meta: { readonly id: string };
  create(context: PresetContext, options: object): { file?(source: PresetSource): unknown };
}

interface PresetContext {
  readonly sharedOptions: object;
  createTranslator(messages: unknown): (messageId: string) => object;
  report(found: { readonly range: readonly [from: number, to: number] }): void;
  ignore(): void;
}

interface PresetSource {
  readonly content: string;
  readonly ext: string;
  readonly contentType: "text";
  readonly filePath: undefined;
}

const ASKED = (rules as readonly PresetRule[])
  .map((rule) => ({ rule, id: rule.meta.id.replace(ID, "") }))
  .filter(({ id }) => !NOT_ASKED.includes(id));

/**
 * The preset's rules, called one by one. Its core is asynchronous, obeys comments in the text and puts
 * values into messages; the rules themselves need none of that.
 */
export const findPresetTokens: Detector = ({ runs }) => {
  const content = runs.replaceAll(RUN, (run) => (isWordy(run) ? "" : run));
  if (content.trim() === "") return [];
  const source: PresetSource = {
    content,
    ext: ".md",
    contentType: "text",
    filePath: undefined,
  };
  return ASKED.flatMap(({ rule, id }) => ask(rule, PRESET_NAMES[id] ?? id, source));
};

/**
 * Said of a run that holds nothing but words, numbers and hashes: `https://host/org/repo/commit/5d41…`.
 * The preset's patterns are slow in the host's Bun, and most runs of a doc are such.
 */
function isWordy(run: string): boolean {
  for (const [, sign = "", word = ""] of run.matchAll(WORD)) {
    if (!/\d/.test(word) && word.length <= LONGEST_WORD) continue;
    const isHash = HASH.test(word) && !/[-_.]/.test(sign);
    if (!isHash) return false;
  }
  return true;
}

function ask(rule: PresetRule, name: string, source: PresetSource): Hit[] {
  const ranges: (readonly [from: number, to: number])[] = [];
  const context: PresetContext = {
    sharedOptions: {},
    createTranslator: () => (messageId) => ({ message: "", messageId, data: undefined }),
    report: ({ range }) => ranges.push(range),
    ignore: () => undefined,
  };
  // What a rule throws may quote the text.
  let answer: unknown;
  try {
    answer = rule.create(context, {}).file?.(source);
  } catch {
    throw new Error(`the secret rule ${name} failed`);
  }
  if (answer instanceof Promise) throw new Error(`the secret rule ${name} is asynchronous`);

  const lineOf = createLineCounter(source.content);
  return ranges
    .toSorted(([a], [b]) => a - b)
    .map(([from, to]) => ({ value: source.content.slice(from, to), line: lineOf(from) }))
    .filter(({ value }) => value.length >= SHORTEST && !isDummy(value))
    .map(({ value, line }) => ({ rule: name, value, line }));
}
