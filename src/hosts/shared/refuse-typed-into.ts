import type { Runtime } from "../../runtime/open-runtime.ts";
import { isTypedInto } from "../../shell/is-typed-into.ts";

/** For hosts in which what is typed into a running program comes by a tool that calls no hook. */
export function refuseTypedInto(command: string, bank: Runtime["bank"]): string | undefined {
  if (!isTypedInto(command) || bank.renderBlock() === undefined) return undefined;
  const name = command.trim();
  return {
    en: `[Memory Bank] Not run: what is typed into a running "${name}" cannot be judged before it is done.\nNext: give it the commands themselves, as in ${name} -c '…' or in a file. (rule: guard-memory-files)`,
    zh: `[Memory Bank] 未运行：输入到运行中的“${name}”里的内容无法在执行前判断。\n下一步：直接给出命令，例如 ${name} -c '…'，或写成文件。(rule: guard-memory-files)`,
  }[bank.language];
}
