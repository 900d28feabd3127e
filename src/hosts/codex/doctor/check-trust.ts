import { type Check, type StartPoint, ok, problem } from "../../host.ts";
import { type Listed, listHooks } from "../app-server.ts";
import { codexPlaces } from "../setup/codex-places.ts";
import { whyNot } from "../setup/find-left.ts";
import { readSetups } from "../setup/read-setup.ts";
import { isUntrusted } from "../setup/trust-of-folder.ts";

const NAME = "trust";

/** Codex skips hooks that nobody trusts, and in `codex exec` without a word: it is asked itself. */
export async function checkTrust(start: StartPoint, codex: string | undefined): Promise<Check[]> {
  const installed = readSetups(start).filter(
    ({ hasHooks, scope }) => hasHooks && (scope === "global" || !isUntrusted(start)),
  );
  if (codex === undefined || installed.length === 0) return [];
  const { root } = codexPlaces(start);
  try {
    const listed = await listHooks(codex, { cwd: root, env: { ...start.machine.env } });
    if (!listed.areHooksOn) return [switchedOff()];
    return installed.map(({ hooks }) => judge(listed, hooks));
  } catch (error) {
    return [failed(error instanceof Error ? error.message : String(error))];
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
  return problem(
    NAME,
    {
      en: `Codex skips our hooks in ${path}: ${reason}`,
      zh: `Codex 跳过 ${path} 中我们的钩子：${reason}`,
    },
    {
      en: 'run memory-bank install --host codex, or start "codex" and look at /hooks',
      zh: '请运行 memory-bank install --host codex，或启动 "codex" 并查看 /hooks',
    },
  );
}

function switchedOff(): Check {
  return problem(
    "switches",
    {
      en: "features.hooks is off in Codex's configuration: it asks no hook, nothing is guarded",
      zh: "Codex 的配置关闭了 features.hooks：它不询问任何钩子，没有任何守护",
    },
    { en: "take it away, or ask who set it", zh: "请去掉它，或询问设置它的人" },
  );
}

function failed(reason: string): Check {
  return problem(
    NAME,
    {
      en: `Codex does not say which hooks it trusts: ${reason}`,
      zh: `Codex 没有说明它信任哪些钩子：${reason}`,
    },
    { en: 'run "codex app-server" by hand', zh: '请手动运行 "codex app-server"' },
  );
}
