import type { Text } from "../../types.ts";
import { findConfiguredTools } from "../config-tools.ts";
import type { Convention } from "../facts.ts";
import type { ProjectView } from "../view.ts";
import { chooseConventionFiles, trustOf } from "./choose-sources.ts";
import { readEditorConfig } from "./editor-config.ts";
import { type SaidRule, readSaidRules } from "./said-rules.ts";
import { readToolSettings } from "./settings.ts";

const MOST_SAID = 24;
const MOST_OF_TEXT = 14;
const MOST_SETTINGS = 12;
const MOST_TOOLS = 4;
/** Run other tools, and say nothing of the code themselves. */
const RUNNERS = new Set(["tox", "nox", "pre-commit"]);
const MORE: Text = { en: "there are more rules than these", zh: "此外还有更多规则" };

/** How things are done here, in the project's own words and by the settings of its tools. */
export function findConventions(view: ProjectView): Convention[] {
  return [...sayRules(view), ...readSettings(view).slice(0, MOST_SETTINGS)];
}

/** Of each text its first rules, each once; a text that has more is named. */
function sayRules(view: ProjectView): Convention[] {
  const known = new Set<string>();
  const said: Convention[] = [];
  const cut: Convention[] = [];
  for (const path of chooseConventionFiles(view.names)) {
    const trust = trustOf(path);
    const text = view.text(path);
    if (trust === undefined || text === undefined) continue;
    const rules = readSaidRules(text, trust).filter(({ words }) => {
      const isNew = !known.has(words.toLowerCase());
      known.add(words.toLowerCase());
      return isNew;
    });
    const room = Math.min(MOST_OF_TEXT, MOST_SAID - said.length);
    for (const { words, section } of chooseRules(rules, room)) {
      said.push({ words: { en: words, zh: words }, source: view.source(path), section });
    }
    if (rules.length > room) cut.push({ words: MORE, source: view.source(path) });
  }
  return [...said, ...cut];
}

/** What is said of the code before what is said of the rest, in the order of the text. */
function chooseRules(rules: readonly SaidRule[], most: number): SaidRule[] {
  const chosen = new Set(
    rules.toSorted((one, other) => Number(other.isStyle) - Number(one.isStyle)).slice(0, most),
  );
  return rules.filter((rule) => chosen.has(rule));
}

function readSettings(view: ProjectView): Convention[] {
  const editor = view.text(".editorconfig");
  const settings = readToolSettings(view);
  const told = new Set(settings.map(({ tool }) => tool));
  return [
    ...(editor === undefined ? [] : readEditorConfig(editor)).map((words) => ({
      words,
      source: view.source(".editorconfig"),
    })),
    ...settings.map(({ tool, said, file }) => ({
      words: { en: `${tool}: ${said}`, zh: `${tool}：${said}` },
      source: view.source(file),
    })),
    ...findConfiguredTools(view)
      .filter(({ name }) => !told.has(name) && !RUNNERS.has(name))
      .slice(0, MOST_TOOLS)
      .map(({ name, source }) => ({
        words: { en: `checked or formatted with ${name}`, zh: `用 ${name} 检查或格式化` },
        source,
      })),
  ];
}
