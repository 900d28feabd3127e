import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Check, both, ok, problem } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { parseJson } from "../parse-json.ts";
import { listIn, textField } from "../payload.ts";
import { RULE } from "./play-turn.ts";
import { startAnswering } from "./start-answering.ts";
import { type TrialHost, makeTrial } from "./trial.ts";

const NAME = "gate";

/** What answers a host's hooks, and the program that runs it. */
export interface Probed {
  readonly command: readonly [program: string, ...args: string[]];
  /** For a person: `Node`. */
  readonly where: string;
  /** The built file. */
  readonly file: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts what answers the host's hooks, and asks it of a risky write as they do. Whether they do is not seen here. */
export async function probe(host: TrialHost, probed: Probed, isLive: boolean): Promise<Check> {
  const { where, file } = probed;
  const failure = existsSync(file)
    ? await askOfWrite(host, probed).catch((error: unknown) =>
        error instanceof Error ? error.message : String(error),
      )
    : `${file} is missing`;
  if (failure !== undefined) {
    const { name, version } = ownPackage();
    return problem(
      NAME,
      { en: `the plugin does not work: ${failure}`, zh: `插件不工作：${failure}` },
      both(`npm install ${name}@${version}`),
    );
  }
  const unproven = isLive
    ? both("")
    : {
        en: `; that your ${host.name} asks it is not proven, --live shows it`,
        zh: `；你的 ${host.name} 是否会询问它尚未证实，--live 可以证明`,
      };
  return ok(NAME, {
    en: `started in ${where}, the plugin refused a risky write${unproven.en}`,
    zh: `插件在 ${where} 中启动，拒绝了有风险的写入${unproven.zh}`,
  });
}

/** What is wrong with it; undefined where nothing is. */
async function askOfWrite(host: TrialHost, { command, env }: Probed): Promise<string | undefined> {
  const trial = makeTrial(host);
  const { project, home, manifest } = trial;
  const ask = startAnswering(command, { cwd: project, env: { ...trial.env, ...env } });
  const hook = async (event: string, more: object) => {
    const transcript = join(home, "transcript.jsonl");
    const given = { event, session: "doctor", transcript, folder: project, part: "1", ...more };
    const params = { name: "hook", arguments: given, _meta: { threadId: "doctor" } };
    const answer = await ask.call("tools/call", params);
    const said = textField(listIn(answer, "content")[0], "text") ?? "";
    return textField(parseJson(said), "hookSpecificOutput", "permissionDecisionReason");
  };
  try {
    await ask.call("initialize", {});
    await hook(host.hooks.prompt, { prompt: "Change the manifest." });
    const refusal = await hook(host.hooks.before, { ...host.riskyCall(manifest), callID: "1" });
    if (refusal?.includes(RULE) === true) return undefined;
    return refusal ?? "a risky write was not refused";
  } finally {
    ask.stop();
    trial.remove();
  }
}
