import type { Runtime } from "../../runtime/open-runtime.ts";
import { BANK_WRITER } from "../../bank/layout.ts";
import { isSecretPath } from "../../secrets/is-secret-path.ts";
import type { ToolCall } from "../../types.ts";
import type { HookInput } from "../shared/hook-input.ts";
import type { Understood } from "../shared/host-tools.ts";
import { textField } from "../shared/payload.ts";
import { TOOLS } from "./tools.ts";

type OpenBank = Runtime["bank"];

/** Programs that take their commands from whoever types, and the options with which they only tell something. */
const TYPED_INTO: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:ba|da|z|k|mk|fi|c|tc|a)?sh$/, /^--?(?:version|help)$/],
  [/^(?:python|pypy)[\d.]*$/, /^(?:--?(?:version|help)|-[Vh])$/],
  [
    /^(?:i?node|nodejs|deno|bun|ruby|irb|perl|php|lua[\d.]*|R|julia|ghci|iex|erl|scala|jshell|tclsh[\d.]*)$/,
    /^(?:--?(?:version|help|test)|-[Vvh])$/,
  ],
];
const STARTERS = new Set(
  "exec env command nohup sudo nice time timeout setsid stdbuf busybox".split(" "),
);
const OPTION_OR_VALUE = /^(?:-|\d|\w+=)/;
const NAMES_A_USER = new Set(["-u", "-g"]);

/** With options at most, and nothing that it reads instead: quotes, pipes and here-docs bring commands of their own. */
function isTypedInto(command: string): boolean {
  if (/['"`\n<|]/.test(command.trim())) return false;
  const parts = command.replaceAll(/\d*>&?\s*\S+/g, "").split(/&&|[;&()]/);
  return parts.some((part) => {
    const words = part.trim().split(/\s+/);
    let at = 0;
    while (STARTERS.has(nameOf(words[at])) || OPTION_OR_VALUE.test(words[at] ?? "")) {
      at += NAMES_A_USER.has(words[at] ?? "") ? 2 : 1;
    }
    const options = words.slice(at + 1);
    return TYPED_INTO.some(
      ([program, tells]) =>
        program.test(nameOf(words[at])) &&
        options.every((option) => /^-[\w-]*$/.test(option) && !tells.test(option)),
    );
  });
}

function nameOf(word = ""): string {
  return word.slice(word.lastIndexOf("/") + 1);
}

/** What is typed into a running program comes by a tool that calls no hook. */
export function refuseBareShell({ tool, args }: HookInput, bank: OpenBank): string | undefined {
  const command = TOOLS.kindOf(tool) === "shell" ? textField(args, "command") : undefined;
  if (command === undefined || !isTypedInto(command)) return undefined;
  if (bank.renderBlock() === undefined) return undefined;
  const name = command.trim();
  return {
    en: `[Memory Bank] Not run: what is typed into a running "${name}" cannot be judged before it is done.\nNext: give it the commands themselves, as in ${name} -c '…' or in a file. (rule: guard-memory-files)`,
    zh: `[Memory Bank] 未运行：输入到运行中的“${name}”里的内容无法在执行前判断。\n下一步：直接给出命令，例如 ${name} -c '…'，或写成文件。(rule: guard-memory-files)`,
  }[bank.language];
}

/** Shows lines of files that nobody has named, or of what is no file. */
const SHOWS_MORE =
  /(?:^|[\s;&|(]|\/bin\/)(?:e?grep|fgrep|rg|ag|ack|env|printenv|set|declare|export|ps|history|git|curl|wget|ssh|nc)(?:\s|$)/;

/** Our own agents have the shell to read with; one of them writes docs, by patches. */
export function refuseOwnAgent(
  agent: string | undefined,
  { call }: Understood,
  bank: OpenBank,
): string | undefined {
  if (agent === undefined || call === undefined || isAllowed(agent, call)) return undefined;
  return {
    en: "[Memory Bank] Not run: the agents of the memory bank read docs and source files of this project, one by one, and nothing else.\nNext: cat the file that you need, or go on without it.",
    zh: "[Memory Bank] 未运行：记忆库的代理只逐个读取本项目的文档和源文件。\n下一步：用 cat 读取需要的文件，或不用它，继续。",
  }[bank.language];
}

function isAllowed(agent: string, call: ToolCall): boolean {
  const { via, effectCheck, writes, unknownWrite, reads } = call;
  if (via !== "shell") {
    return agent === BANK_WRITER
      ? writes.every(({ target }) => target.place === "bank")
      : writes.length === 0;
  }
  const isReading =
    writes.length === 0 && unknownWrite === undefined && effectCheck?.cause === "harmless";
  if (!isReading || SHOWS_MORE.test(effectCheck.words)) return false;
  return reads.every(
    ({ target: { place, path, alias = "" } }) =>
      place !== "outside" && !isSecretPath(path) && !isSecretPath(alias),
  );
}
