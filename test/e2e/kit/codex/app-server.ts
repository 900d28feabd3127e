import { toRecord, toRecords, toText, type JsonRecord } from "../json.ts";
import type { Program } from "../program.ts";
import { type Place, startCodex } from "./program.ts";

/** Codex behind its own interface for other programs: one message a line. */
export interface AppServer {
  /** Its events are all messages of the server. */
  readonly program: Program;
  readonly ask: (method: string, params: JsonRecord) => Promise<JsonRecord>;
  readonly end: () => Promise<number | null>;
}

export async function openAppServer(
  place: Place,
  args: readonly string[] = [],
): Promise<AppServer> {
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
  return { program, ask, end: () => program.end() };
}

export interface Hook {
  /** `file:event:group:index` */
  key: string;
  /** As it was found: `trusted`, `untrusted`, `modified`, … */
  trustStatus: string;
}

/** The hooks that hold in the project, as the host lists them. */
export async function listHooks(place: Place): Promise<Hook[]> {
  const server = await openAppServer(place);
  const hooks = await askHooks(server, place);
  await server.end();
  return hooks.map(({ key, trustStatus }) => ({ key, trustStatus }));
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
  await server.end();
}

async function askHooks(server: AppServer, { project }: Place) {
  const { data } = await server.ask("hooks/list", { cwds: [project.cwd] });
  const [{ hooks = [], warnings = [], errors = [] } = {}] = toRecords(data);
  const wrong = [warnings, errors].flat();
  if (wrong.length > 0) throw new Error(`hooks/list: ${JSON.stringify(wrong)}`);
  return toRecords(hooks).map((hook) => ({
    key: toText(hook["key"]),
    currentHash: toText(hook["currentHash"]),
    trustStatus: toText(hook["trustStatus"]),
  }));
}
