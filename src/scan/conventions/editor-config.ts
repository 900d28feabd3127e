import type { Text } from "../../types.ts";

interface Group {
  readonly glob: string;
  readonly values: ReadonlyMap<string, string>;
}

const SECTION = /^\s*\[([^[\]]{1,100})\]\s*$/;
const PAIR = /^\s*([\w-]{1,40})\s*[=:]\s*([^#;\s][^#;]{0,60})/;
const NUMBER = /^\d{1,3}$/;
const MOST_GLOBS = 4;

/** What an `.editorconfig` says of every file, and where the indent is another. */
export function readEditorConfig(text: string): Text[] {
  const groups = readGroups(text);
  const all = mergeGroups(groups.filter(({ glob }) => glob === "*" || glob === "**"));
  const general = indentOf(all);
  const others = groups.flatMap(({ glob, values }) => {
    if (glob === "*" || glob === "**" || !/^[\w*.{},/?-]{1,40}$/.test(glob)) return [];
    const indent = indentOf(new Map([...all, ...values]));
    const isOwn = values.has("indent_style") || values.has("indent_size");
    const isOther = indent !== undefined && indent.en !== general?.en;
    return isOwn && isOther ? [{ glob: `\`${glob}\``, indent }] : [];
  });
  const own = others.slice(0, MOST_GLOBS);
  const indents: Text[] = [
    ...(general === undefined ? [] : [general]),
    ...own.map(({ glob, indent }) => ({
      en: `${indent.en} in ${glob}`,
      zh: `${glob} 用${indent.zh}`,
    })),
  ];
  return [...joined({ en: "indent", zh: "缩进" }, indents), ...joined(undefined, detailsOf(all))];
}

function readGroups(text: string): Group[] {
  const groups: { glob: string; values: Map<string, string> }[] = [];
  for (const line of text.split("\n")) {
    const glob = SECTION.exec(line)?.[1];
    if (glob !== undefined) groups.push({ glob, values: new Map() });
    const [, key, value] = PAIR.exec(line) ?? [];
    if (key === undefined || value === undefined) continue;
    groups.at(-1)?.values.set(key.toLowerCase(), value.trim().toLowerCase());
  }
  return groups;
}

function mergeGroups(groups: readonly Group[]): ReadonlyMap<string, string> {
  return new Map(groups.flatMap(({ values }) => [...values]));
}

function indentOf(values: ReadonlyMap<string, string>): Text | undefined {
  const style = values.get("indent_style");
  const size = values.get("indent_size") ?? "";
  if (style === "tab") return { en: "tabs", zh: "制表符" };
  if (!NUMBER.test(size)) return style === "space" ? { en: "spaces", zh: "空格" } : undefined;
  return { en: `${size} spaces`, zh: ` ${size} 个空格` };
}

function detailsOf(values: ReadonlyMap<string, string>): Text[] {
  const ending = values.get("end_of_line") ?? "";
  const longest = values.get("max_line_length") ?? "";
  const charset = values.get("charset") ?? "";
  const details: (Text | false)[] = [
    /^(?:lf|crlf|cr)$/.test(ending) && {
      en: `line endings: ${ending.toUpperCase()}`,
      zh: `换行符：${ending.toUpperCase()}`,
    },
    NUMBER.test(longest) && { en: `longest line: ${longest}`, zh: `行长上限：${longest}` },
    /^[\w-]{3,12}$/.test(charset) && { en: `charset: ${charset}`, zh: `字符集：${charset}` },
    values.get("insert_final_newline") === "true" && {
      en: "files end with a newline",
      zh: "文件以换行结尾",
    },
    values.get("trim_trailing_whitespace") === "true" && {
      en: "no whitespace at the end of a line",
      zh: "行尾不留空白",
    },
  ];
  return details.filter((detail) => detail !== false);
}

function joined(label: Text | undefined, parts: readonly Text[]): Text[] {
  if (parts.length === 0) return [];
  const en = parts.map((part) => part.en).join(", ");
  const zh = parts.map((part) => part.zh.trim()).join("，");
  return [
    label === undefined ? { en, zh } : { en: `${label.en}: ${en}`, zh: `${label.zh}：${zh}` },
  ];
}
