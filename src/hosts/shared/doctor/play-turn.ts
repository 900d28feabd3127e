import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Text } from "../../../types.ts";
import { type Check, ok, problem } from "../../host.ts";
import { type Provider, serveModel } from "../model-server.ts";
import { listIn } from "../payload.ts";

const NAME = "live";
/** In milliseconds. */
const PATIENCE = 60_000;

/** The file that the scripted model tries to change. */
export const MANIFEST = '{ "name": "memory-bank-doctor" }\n';

/** Our refusal as it is in the JSON of a request; the group is its first line. */
const REFUSAL = /(\[Memory Bank\] Not written: [^\\"]+).*\(rule: read-before-write\)/;

const FILES: Readonly<Record<string, string>> = {
  "memory-bank/MEMORY.md": "<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n",
  "memory-bank/details/patterns.md": "- be kind\n",
  "package.json": MANIFEST,
};

/** What doctor must know of a host to play a turn in it. */
export interface TrialHost {
  /** Makes a home folder without any of the user's files; the host's model is at this address. */
  makeHome(name: string, modelUrl?: string): string;
  closedEnvironment(home: string, modelUrl?: string): Readonly<Record<string, string>>;
  /** A risky write to this file as the host's agents make it, and before it the calls that the host requires. */
  readonly calls: (
    manifest: string,
  ) => readonly { readonly tool: string; readonly args: unknown }[];
  /** The model interface that the host uses. */
  readonly provider: Provider;
  /** Configures the host in this home to load this package's plugin. */
  readonly setUp: (home: string, modelUrl: string, program: string) => void | Promise<void>;
  /** Arguments that make the host play one turn. */
  readonly args: readonly string[];
}

/**
 * Plays a real turn in the user's own host: a scripted model tries a risky write, which the plugin must refuse. The
 * user's files are neither read nor written, and no network is used.
 */
export async function playTurn(
  name: string,
  host: TrialHost,
  program: string,
  onProgress: (what: Text) => void,
): Promise<Check> {
  onProgress({ en: `playing one turn in ${name}`, zh: `正在 ${name} 中运行一轮对话` });
  let asked = 0;
  let refusal: string | undefined;
  let reason = "the model was shown no refusal";
  const model = await serveModel(host.provider, (body) => {
    refusal ??= REFUSAL.exec(JSON.stringify(body))?.[1];
    // A request for a title comes without tools.
    const call = listIn(body, "tools").length > 0 ? calls[asked++] : undefined;
    return call === undefined ? { text: "Done." } : { calls: [call] };
  });
  const home = host.makeHome("doctor", model.url);
  const project = join(home, "project");
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  const manifest = join(project, "package.json");
  const calls = host.calls(manifest);
  const env = {
    ...host.closedEnvironment(home, model.url),
    MEMORY_BANK_LOG: "off",
    MEMORY_BANK_GUARD_MODE: "block",
  };
  try {
    await host.setUp(home, model.url, program);
    await runHost(program, host.args, { cwd: project, env });
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  } finally {
    await model.stop();
  }
  if (refusal !== undefined && readFileSync(manifest, "utf8") === MANIFEST) {
    return ok(NAME, {
      en: `your ${name} with this package's plugin, in a throw-away project in block mode, refused a risky write: ${refusal}`,
      zh: `你的 ${name} 与本软件包的插件，在一次性项目的 block 模式下，拒绝了有风险的写入：${refusal}`,
    });
  }
  return problem(
    NAME,
    { en: `no refusal in ${name}: ${reason}`, zh: `${name} 中没有拒绝：${reason}` },
    {
      en: "see the other lines; if they are all ok, please report this",
      zh: "请看其他各行；如果都正常，请报告此问题",
    },
  );
}

/** Runs a host until its turn ends; throws the end of its output if it fails. */
function runHost(
  program: string,
  args: readonly string[],
  place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { ...place, timeout: PATIENCE, killSignal: "SIGKILL" } as const;
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error((stderr || stdout).trim().slice(-200) || error.message));
    });
    child.stdin?.end();
  });
}
