import { readText } from "../../../io/disk/read.ts";
import { type Check, type StartPoint, ok, problem } from "../../host.ts";
import { type Listed, listHooks } from "../app-server.ts";
import { codexPlaces, isUntrusted, namesOf, readSetups } from "../setup/codex-places.ts";
import { placesIn } from "../setup/trust.ts";

const NAME = "trust";
const LOOK = {
  en: 'run memory-bank install --host codex, or start "codex" and look at /hooks',
  zh: '请运行 memory-bank install --host codex，或启动 "codex" 并查看 /hooks',
};
const TRUST_IT = {
  en: 'start "codex" there and trust it, or install with --global',
  zh: '请在那里启动 "codex" 并信任它，或用 --global 安装',
};

/** Codex skips hooks that nobody trusts, and in `codex exec` without a word: it is asked itself. */
export async function checkTrust(start: StartPoint, codex: string | undefined): Promise<Check[]> {
  const { root } = codexPlaces(start);
  const installed = readSetups(start).filter(({ hasHooks }) => hasHooks);
  if (codex === undefined || installed.length === 0) return [];
  try {
    const listed = await listHooks(codex, { cwd: root, env: { ...start.machine.env } });
    return installed.map(({ hooks, scope }) => {
      if (scope === "global" || !isUntrusted(start)) return judge(listed, hooks);
      const what = {
        en: `Codex does not trust ${root}: it takes nothing from its .codex folder`,
        zh: `Codex 不信任 ${root}：它不采用其中 .codex 文件夹的任何内容`,
      };
      return problem(NAME, what, TRUST_IT);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const what = {
      en: `Codex does not say which hooks it trusts: ${reason}`,
      zh: `Codex 没有说明它信任哪些钩子：${reason}`,
    };
    return [problem(NAME, what, LOOK)];
  }
}

function judge(listed: Listed, path: string): Check {
  const reason = whyNot(listed, path);
  if (reason === undefined) {
    return ok(NAME, {
      en: `Codex trusts our hooks in ${path}. Not seen by any hook: what is typed into a running program, what you run with "!", a start with --disable hooks`,
      zh: `Codex 信任 ${path} 中我们的钩子。任何钩子都看不到：输入给运行中程序的内容、你用 "!" 运行的命令、以 --disable hooks 启动`,
    });
  }
  const what = {
    en: `Codex does not run our hooks in ${path}: ${reason}`,
    zh: `Codex 不运行 ${path} 中我们的钩子：${reason}`,
  };
  return problem(NAME, what, LOOK);
}

/** Why our hooks, or some of them, would not run; undefined where all do. */
function whyNot({ hooks, problems, areHooksOn }: Listed, path: string): string | undefined {
  if (!areHooksOn) return "features.hooks is off in Codex's configuration";
  const groups = placesIn(readText(path) ?? "");
  const keys = namesOf(path).flatMap((name) => groups.map((group) => name + group));
  const own = hooks.filter(({ key }) => keys.some((group) => key.startsWith(group)));
  if (own.length === 0) return problems[0] ?? "they are not listed";
  if (own.some(({ isTrusted }) => !isTrusted)) return "they are not trusted";
  return own.some(({ isEnabled }) => !isEnabled) ? "they are switched off" : undefined;
}
