import { type Check, ok, problem } from "../../host.ts";

const NAME = "live";

/** All of it together. */
export const LIVE_PATIENCE = 60_000;

/** What a turn has shown in which a scripted model tried a risky write. */
export function judgeTurn(host: string, results: readonly string[], isUnchanged: boolean): Check {
  const refusal = results.find((result) => result.includes("(rule: read-before-write)"));
  if (refusal === undefined || !isUnchanged) {
    const seen = results.at(-1)?.slice(0, 200) ?? "no result";
    return failed(host, isUnchanged ? `the model saw: ${seen}` : "the write was not refused");
  }
  const [line = ""] = refusal.slice(refusal.indexOf("[Memory Bank]")).split("\n");
  return ok(NAME, {
    en: `your ${host} with this package's plugin, in a throw-away project in block mode, refused a risky write: ${line}`,
    zh: `你的 ${host} 与本软件包的插件，在一次性项目的 block 模式下，拒绝了有风险的写入：${line}`,
  });
}

export function failedLive(host: string, error: unknown, deadline: AbortSignal): Check {
  const reason = error instanceof Error ? error.message : String(error);
  return failed(host, deadline.aborted ? `no answer within ${LIVE_PATIENCE / 1000} s` : reason);
}

function failed(host: string, reason: string): Check {
  return problem(
    NAME,
    { en: `no refusal in ${host}: ${reason}`, zh: `${host} 中没有拒绝：${reason}` },
    {
      en: "see the other lines; if they are all ok, please report this",
      zh: "请看其他各行；如果都正常，请报告此问题",
    },
  );
}
