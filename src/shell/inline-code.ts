import type { WriteEffect } from "../types.ts";
import { unescape } from "./escapes.ts";

export interface WrittenLiteral {
  readonly path: string;
  readonly effect: WriteEffect;
}

const LONGEST_CALL = 400;
const MOST_FOUND = 50;

/** Calls that write the file named first. */
const WRITES_FIRST =
  /\b(?:writeFileSync|writeFile|appendFileSync|appendFile|createWriteStream|truncateSync|truncate|sqlite3\.connect|IO::File->new|mkdirSync|mkdtempSync|chmodSync|utimesSync|outputFileSync|file_put_contents|os\.chmod|os\.mkfifo|os\.utime|shelve\.open|dbm\.open|touch|mkdir|makedirs|FileUtils\.touch|FileUtils\.mkdir_p|File\.write|IO\.write|Bun\.write|Deno\.writeTextFileSync|Deno\.writeFileSync|Deno\.writeTextFile|write_text_file|extractall|unpack_archive)\s*\(/g;
/** Calls that take the file named first away. */
const DELETES_FIRST =
  /\b(?:rmSync|unlinkSync|rmdirSync|unlink|rmdir|rmtree|remove_tree|removedirs|(?:os|fs)\.remove|(?<![.\w$])remove|File\.delete|File\.unlink|FileUtils\.rm_rf|FileUtils\.rm_r|FileUtils\.rm_f|FileUtils\.rm|(?:promises|fsp)\.rm|Deno\.removeSync|fs\.rm|Files\.delete(?:IfExists)?|delete|delete-file|delete-directory)\s*\(/g;
/** Calls with a source and a target. */
const COPIES =
  /\b(?:copyFileSync|copyFile|cpSync|copyfile|copy2|os\.symlink|os\.link|copytree|shutil\.copy|FileUtils\.cp_r|FileUtils\.cp|symlinkSync|linkSync|writefile|copy)\s*\(/g;
const LINKS = /\b(?:symlinkSync|linkSync|os\.symlink|os\.link|File\.symlink|symlink)\s*\(?\s*/g;
const MOVES =
  /\b(?:renameSync|renames|rename|os\.replace|shutil\.move|move|mv|FileUtils\.mv|File\.rename)\s*\(/g;
/** `open(path, "w")`: a mode decides. */
const OPENS = /\b(?:open|fopen|File\.open|File\.new|openSync|ZipFile|TarFile)\s*\(/g;
/** `Path("x").write_text(…)`. */
const PATH_OBJECT =
  /\bPath\s*\(\s*(["'])((?:(?!\1)[^\\]|\\.)*)\1\s*\)\s*\)?\s*\.\s*(open|write_text|write_bytes|unlink|touch|rename|replace|rmdir|mkdir)\b/g;
/** perl and ruby without parentheses: `open F, ">x"`, `unlink "x"`. What is longer is no path. */
const BARE =
  /\b(unlink|rmdir|mkdir|rename|symlink|link|truncate|rmtree|remove_tree|open\s*(?:\(\s*)?(?:my\s+)?[$\w]+\s*,)\s*(?:map\s*\{\s*)?(?:for(?:each)?\s+)?(?:glob\s*(?:\(\s*)?)?(["'])((?:(?!\2)[^\\]|\\.){0,4096})\2(?:\s*,\s*(["'])((?:(?!\4)[^\\]|\\.){0,4096})\4)?/g;
const FLAGGED =
  /\b(?:os\.open|sysopen|fileinput\.input|FileInput|FileWriter|FileOutputStream|PrintWriter|Files\.write\w*)\s*\([^"'\n)]{0,40}(["'])((?:(?!\1)[^\\\n])*)\1(?=[^)\n]*(?:O_CREAT|O_WRONLY|O_RDWR|O_TRUNC|O_APPEND|inplace)|(?<=(?:Writer|Stream|write\w*)\([^"'\n)]{0,40}["'][^"'\n]*["']))/g;
/** perl: `chmod 0600, "x"`, `utime 1, 1, "x"`. */
const MODES = /\b(?:chmod|utime|chown)\s*\(?[\s\w,]{1,30},\s*(["'])((?:(?!\1)[^\\\n])*)\1/g;
const RUNS =
  /\b(?:system|exec|execSync|execFileSync|execFile|popen|Popen|spawnSync|spawn|run|call|check_call|check_output|shell_exec|passthru|getoutput|systemlist|os\.(?:execute|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?))\s*\(/g;
const LITERAL = /(["'`])((?:(?!\1)[^\\]|\\.)*)\1/g;

/** `(delete-file "x")`. */
const LISP =
  /\((delete-(?:file|directory)|with-output-to-file|call-with-output-file|open-output-file|make-directory|write-region[^"\n]{0,40})\s+"([^"\n]+)"/g;
/** perl and ruby without parentheses: `exec "rm", "x"`. */
const BARE_RUN =
  /\b(?:system|exec|spawn|shell-command|shell-command-to-string)\s+((?:(["'])(?:(?!\2)[^\\\n]|\\.)*\2[\s,]*)+)/g;

/** `open F, "| cmd"`, `open(my $f, "|-", "cmd")`. */
const PIPES =
  /\bopen\s*(?:\(\s*)?(?:my\s+)?[$\w]+\s*,\s*(?:["'](?:\|-|-\|)["']\s*,\s*(?=["'])|(?=["']\s*\|))(["'])([^"'\n]+)\1/g;
/** java: `new File("x").delete()`. */
const FILE_OBJECT =
  /\bFile\s*\(\s*"([^"\n]+)"\s*\)\s*\.\s*(delete|renameTo|createNewFile|mkdirs?|setLastModified)\b/g;

export const LONGEST_CODE = 20_000;

const IMPORTED = /\bfrom\s+([\w.]+)\s+import\s+([\w, ]{1,200})/g;
const RENAMED =
  /\b(\w+)\s*(?:\bas\b|:)\s*(\w+)(?=[^{}()]*\}\s*(?:=\s*(?:await\s+)?(?:require|import)\b|from\b))/g;
const MODULE_RENAMED = /\bimport\s+([\w.]+)\s+as\s+(\w+)/g;

/** Calls by the names that they were imported from: `from os import remove as r` makes `r(` `os.remove(`. */
function withoutAliases(code: string): string {
  const names = new Map<string, string>();
  for (const [, module = "", list = ""] of code.matchAll(IMPORTED)) {
    for (const item of list.split(",")) {
      const [, name = "", alias = name] = /^\s*(\w+)(?:\s+as\s+(\w+))?\s*$/.exec(item) ?? [];
      if (name !== "") names.set(alias, `${module}.${name}`);
    }
  }
  for (const [, name = "", alias = ""] of code.matchAll(RENAMED)) names.set(alias, name);
  for (const [, module = "", alias = ""] of code.matchAll(MODULE_RENAMED)) names.set(alias, module);
  if (names.size === 0) return code;
  return code.replaceAll(/(?<![\w."'])(\w+)(?=\s*[(.])/g, (name) => names.get(name) ?? name);
}

/** Of very long code the beginning, and of very long gaps a short one: what is looked for takes its time on either. */
export function toReadable(code: string): string {
  return code
    .slice(0, LONGEST_CODE)
    .replaceAll(/\s{9,}/g, (gap) => (gap.includes("\n") ? "\n" : " "));
}

/**
 * File names that stand as plain strings where code writes, deletes or moves. A name that is put
 * together at run time is not found: the effect of inline code is looked at afterwards anyway.
 */
export function findWrittenLiterals(written: string): WrittenLiteral[] {
  const code = withoutAliases(written);
  const found: WrittenLiteral[] = [];
  const add = (path: string | undefined, effect: WriteEffect) => {
    if (path === undefined || path === "" || found.length >= MOST_FOUND) return;
    found.push({ path: path.includes("\\") ? unescape(path) : path, effect });
  };
  for (const literals of namesOf(WRITES_FIRST, code)) add(literals[0], "change");
  for (const literals of namesOf(DELETES_FIRST, code)) add(literals[0], "delete");
  for (const literals of namesOf(COPIES, code)) add(literals[1], "change");
  for (const literals of namesOf(MOVES, code)) {
    add(literals[0], "move-from");
    add(literals[1], "change");
  }
  for (const [path, mode, third] of callsOf(OPENS, code)) {
    if (isWriting(mode)) add(path, "change");
    else if (path === "+<") add(mode, "change");
    else if (path !== undefined && /^\+?>/.test(path))
      add(mode ?? path.replace(/^[+>\s]+/, ""), "change");
    else if (mode !== undefined && /^\+?>/.test(mode)) add(third, "change");
  }
  for (const { index, 0: whole, 2: path, 3: action } of code.matchAll(PATH_OBJECT)) {
    const end = index + whole.length;
    const rest = code.slice(end, end + 40);
    if (action === "open" && !/^\s*\(\s*["'][rwaxbt+]*[wax+]/.test(rest)) continue;
    add(path, action === "unlink" || action === "rmdir" ? "delete" : "change");
  }
  for (const [, path, action] of code.matchAll(FILE_OBJECT))
    add(path, action === "delete" || action === "renameTo" ? "delete" : "change");
  for (const [, verb, , first, , second] of code.matchAll(BARE)) {
    if (/^(?:unlink|rmdir|rmtree|remove_tree)$/.test(verb ?? "")) add(first, "delete");
    else if (verb === "truncate") add(first, "change");
    else if (verb === "symlink" || verb === "link") add(second, "change");
    else if (verb === "mkdir") add(first, "make-folder");
    else if (verb === "rename") {
      add(first, "move-from");
      add(second, "change");
    } else if (/^\+?>/.test(first ?? "")) add(second ?? first?.replace(/^[+>\s]+/, ""), "change");
  }
  for (const [, , path = ""] of code.matchAll(/\bfilename\s*=\s*(["'])([^"'\n]+)\1/g))
    if (/\blogging\b/.test(code)) add(path, "change");
  // `os.open` and `fileinput.input` say by other words than a mode that they write.
  for (const [, , path = ""] of code.matchAll(FLAGGED)) add(path, "change");
  for (const [, , path = ""] of code.matchAll(MODES)) add(path, "change");
  if (/import\s*\{[^}]*\brm\b[^}]*\}\s*from\s*["'](?:node:)?fs/.test(code))
    for (const literals of namesOf(/(?<![.\w])rm\s*\(/g, code)) add(literals[0], "delete");
  for (const [, verb = "", path = ""] of code.matchAll(LISP)) {
    add(path, verb.startsWith("delete") ? "delete" : "change");
  }
  return found;
}

const TEXT = String.raw`["']((?:[^"'\\\n]|\\.)*)["']`;
const WITH_TEXT = [
  String.raw`\b(?:writeFileSync|writeFile|appendFileSync|outputFileSync|file_put_contents|File\.write|IO\.write|Bun\.write)\s*\(\s*${TEXT}\s*,\s*${TEXT}`,
  String.raw`\bopen\s*\(\s*${TEXT}\s*,[^()]{0,60}\)\s*\.\s*write\s*\(\s*${TEXT}`,
  String.raw`\bPath\s*\(\s*${TEXT}\s*\)\s*\.\s*write_text\s*\(\s*${TEXT}`,
].map((source) => new RegExp(source, "g"));

/** Files that code fills with a plain string. */
export function findWrittenTexts(code: string): (readonly [path: string, text: string])[] {
  return WITH_TEXT.flatMap((pattern) =>
    [...code.matchAll(pattern)]
      .slice(0, MOST_FOUND)
      .map(([, path = "", text = ""]) => [path, unescape(text)] as const),
  );
}

/** Links that code makes between plain names: what is written to the second goes to the first. */
export function findLinks(code: string): (readonly [string, string])[] {
  return namesOf(LINKS, code).flatMap(([from, to]) =>
    from === undefined || to === undefined ? [] : [[from, to] as const],
  );
}

/** The folder that code changes to, where it does so once and names it by a plain string. */
export function findFolder(code: string): string | undefined {
  const moves = [...code.matchAll(/\bchdir\s*\(?\s*(["'])((?:(?!\1)[^\\]|\\.)*)\1/g)];
  return moves.length === 1 ? moves[0]?.[2] : undefined;
}

/** Whether code changes to a folder that it computes: its relative names cannot be resolved then. */
export function goesElsewhere(code: string): boolean {
  return /\bchdir\s*\(?\s*[^\s"'(]/.test(code);
}

/** Shell commands that code hands to a shell as plain strings. */
export function findShellLiterals(written: string, hasBackquotes: boolean): string[] {
  const code = withoutAliases(written);
  // A list of words, `["rm", "-rf", "x"]`, is a command as well.
  const calls = matchesOf(RUNS, code).flatMap((match) => {
    const start = match.index + match[0].length;
    const text = code.slice(start, argumentsEnd(code, start));
    // With a `cwd` of its own, its relative names do not count from where the shell stands.
    if (/\bcwd\b/.test(text)) return [];
    const words = [...text.matchAll(LITERAL)].map(([, , literal = ""]) => literal);
    const list = words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(" ");
    return [/^\s*\[/.test(text) ? "" : (words[0] ?? ""), list];
  });
  const bare = [...code.matchAll(BARE_RUN)].slice(0, MOST_FOUND).flatMap(([, list = ""]) => {
    const words = [...list.matchAll(LITERAL)].map(([, , literal = ""]) => literal);
    return [words.length === 1 ? (words[0] ?? "") : words.map((word) => `'${word}'`).join(" ")];
  });
  const listed = [...code.matchAll(/\b(?:system|exec)[\s(]+qw\s*(?:[({[]([^)}\]]*)|\/([^/]*))/g)];
  bare.push(...listed.map(([, list, other = ""]) => list ?? other));
  for (const [, , command = ""] of code.matchAll(PIPES))
    bare.push(command.trimStart().replace(/^\|/, ""));
  const quoted = hasBackquotes
    ? [...code.matchAll(/`([^`]+)`/g)].map(([, command = ""]) => command)
    : [];
  return [...calls, ...bare, ...quoted].filter((command) => command !== "");
}

function isWriting(mode: string | undefined): boolean {
  return mode !== undefined && /^[rwaxbt+]+$/.test(mode) && /[wax+]/.test(mode);
}

const COMMON_NAMES = /^(?:delete|exec|move)\s*\(/;
const STARTS_PROGRAMS = /(?:child_process["']?\)?|\bcp)\.$/;

/** `map.delete(` and `pattern.exec(` are methods of something else. */
function isMethod(code: string, { index, 0: call }: RegExpExecArray): boolean {
  if (code[index - 1] !== "." || !COMMON_NAMES.test(call)) return false;
  return !STARTS_PROGRAMS.test(code.slice(Math.max(0, index - 20), index));
}

function matchesOf(call: RegExp, code: string): RegExpExecArray[] {
  return [...code.matchAll(call)].filter((match) => !isMethod(code, match)).slice(0, MOST_FOUND);
}

/** The string literals among the arguments of each call. */
function callsOf(call: RegExp, code: string): (readonly string[])[] {
  return matchesOf(call, code).map((match) => {
    const start = match.index + match[0].length;
    const text = code.slice(start, argumentsEnd(code, start));
    return [...text.matchAll(LITERAL)].map(([, , literal = ""]) => literal);
  });
}

/** The first string of an argument, also inside `path.join(` and its like: a path that is put together begins with it. */
const BEGINS =
  /^\s*(?:(?:require\([^)]*\)\.|\w+\.)*(?:Path|join|resolve|URL|of|get|File)\s*\(\s*)*[rbuf]?(["'`])((?:(?!\1)[^\\]|\\.)*)\1/;

/** The arguments of each call, as the name that each begins with; undefined where it begins with something else. */
function namesOf(call: RegExp, code: string): (readonly (string | undefined)[])[] {
  return matchesOf(call, code).map((match) => {
    const start = match.index + match[0].length;
    const names: (string | undefined)[] = [];
    const end = argumentsEnd(code, start);
    for (let at = start; at < end;) {
      const next = argumentsEnd(code, at, ",");
      names.push(BEGINS.exec(code.slice(at, Math.min(next, end)))?.[2]);
      at = next + 1;
    }
    return names;
  });
}

function argumentsEnd(code: string, start: number, stop?: string): number {
  let depth = 1;
  let quote = "";
  const last = Math.min(code.length, start + LONGEST_CALL);
  for (let at = start; at < last; at++) {
    const character = code[at] ?? "";
    if (character === "\\") at++;
    else if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'" || character === "`") quote = character;
    else if (character === stop && depth === 1) return at;
    else if (character === "(" || character === "[" || character === "{") depth++;
    else if ((character === ")" || character === "]" || character === "}") && --depth === 0)
      return at;
  }
  return last;
}
