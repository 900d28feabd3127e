import { type JsonRecord, toRecord, toRecords, toText } from "../json.ts";
import type { Place, Program } from "../program.ts";
import type { Step } from "../step.ts";
import { type CodexOptions, type Turn, startCodex, toTurn } from "./codex.ts";

/** Several prompts in one process, and what a person can do beside them. */
export interface Conversation {
  readonly program: Program;
  readonly session: string;
  /** Resolves when the turn is over. */
  send(prompt: string, steps: Step[]): Promise<Turn & { readonly id: string }>;
  /** As Esc does it. */
  interrupt(): Promise<void>;
  /** As `/compact` does it. */
  compact(): Promise<void>;
  /** Back to where this turn was not yet: it and all behind it are gone. */
  rewind(turn: { readonly id: string }): Promise<void>;
  end(): Promise<number | null>;
}

export async function openConversation(options: CodexOptions): Promise<Conversation> {
  const { model, args, project } = options;
  const { program, ask } = await openAppServer(options, args);
  const begun = await ask("thread/start", { cwd: project.dir });
  const session = toText(toRecord(begun["thread"])["id"]);
  const thread = { threadId: session };
  let current = "";
  const turnEnd = (from: number) =>
    program.until(
      ({ method, params }) =>
        method === "turn/completed" && toRecord(params)["threadId"] === session,
      from,
    );
  return {
    program,
    session,
    async send(prompt, steps) {
      const [asked, from] = [model.requests.length, program.events.length];
      model.play(prompt, steps);
      const input = [{ type: "text", text: prompt, text_elements: [] }];
      const started = await ask("turn/start", { ...thread, input });
      const id = (current = toText(toRecord(started["turn"])["id"]));
      await turnEnd(from);
      return { ...toTurn(session, model.requests.slice(asked)), id };
    },
    async interrupt() {
      await ask("turn/interrupt", { ...thread, turnId: current });
    },
    async compact() {
      const from = program.events.length;
      await ask("thread/compact/start", thread);
      await turnEnd(from);
    },
    async rewind({ id }) {
      await ask("thread/revert", { ...thread, beforeTurnId: id });
    },
    end: () => program.end(),
  };
}

export interface Hook {
  /** `file:event:group:index` */
  readonly key: string;
  readonly currentHash: string;
  /** As it was found: `trusted`, `untrusted`, `modified`, … */
  readonly trustStatus: string;
}

/** The hooks that hold in the project, as the host lists them. */
export async function listHooks(place: Place): Promise<Hook[]> {
  const server = await openAppServer(place);
  const hooks = await askHooks(server, place);
  await server.program.end();
  return hooks;
}

/** As a person does who reviews the hooks of the project and trusts all of them. */
export async function trustHooks(place: Place): Promise<void> {
  const server = await openAppServer(place);
  const hooks = await askHooks(server, place);
  if (hooks.length === 0) throw new Error("there are no hooks to trust");
  const value = Object.fromEntries(
    hooks.map(({ key, currentHash }) => [key, { trusted_hash: currentHash }]),
  );
  const edits = [{ keyPath: "hooks.state", value, mergeStrategy: "upsert" }];
  await server.ask("config/batchWrite", { edits, reloadUserConfig: true });
  await server.program.end();
}

type AppServer = Awaited<ReturnType<typeof openAppServer>>;

async function askHooks({ ask }: AppServer, { project }: Place): Promise<Hook[]> {
  const { data } = await ask("hooks/list", { cwds: [project.dir] });
  const [{ hooks = [], warnings = [], errors = [] } = {}] = toRecords(data);
  const wrong = [warnings, errors].flat();
  if (wrong.length > 0) throw new Error(`hooks/list: ${JSON.stringify(wrong)}`);
  return toRecords(hooks).map((hook) => ({
    key: toText(hook["key"]),
    currentHash: toText(hook["currentHash"]),
    trustStatus: toText(hook["trustStatus"]),
  }));
}

/** Codex behind its own interface for other programs: one message a line. Its events are all messages of the server. */
async function openAppServer(place: Place, args: readonly string[] = []) {
  const program = startCodex(place, ["app-server", ...args]);
  let asked = 0;
  const ask = async (method: string, params: JsonRecord) => {
    const id = ++asked;
    program.write({ jsonrpc: "2.0", id, method, params });
    const answer = await program.until((event) => event["id"] === id && !("method" in event));
    if (answer["error"] !== undefined)
      throw new Error(`${method}: ${JSON.stringify(answer["error"])}`);
    return toRecord(answer["result"]);
  };
  const clientInfo = { name: "test", title: "test", version: "1" };
  await ask("initialize", { clientInfo, capabilities: { experimentalApi: true } });
  program.write({ jsonrpc: "2.0", method: "initialized" });
  return { program, ask };
}
