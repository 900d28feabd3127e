import { hostCall } from "./host-call.ts";
import type { Host } from "./host.ts";
import { toRecord, toRecords, toText, type JsonRecord } from "./json.ts";
import type { Project } from "./project.ts";

export interface Message {
  id: string;
  role: string;
  agent: string;
  /** All text parts, those that plugins or the host added included. */
  text: string;
  /** The message of the error that ended the turn. */
  error?: string;
  info: JsonRecord;
  parts: JsonRecord[];
}

export interface ToolPart {
  tool: string;
  callID: string;
  status: string;
  input: JsonRecord;
  output?: string;
  error?: string;
  metadata: JsonRecord;
}

interface SendOptions {
  /** Parts beside the text, e.g. `{ type: "file", mime, filename, url }`. */
  parts?: JsonRecord[];
  noReply?: boolean;
  /** `provider/model`, e.g. `mock/gpt-5-mock`. */
  model?: string;
  agent?: string;
}

export interface Session {
  id: string;
  /** Resolves when the turn is over, with its last message. */
  send(text: string, options?: SendOptions): Promise<Message>;
  command(name: string, args?: string): Promise<Message>;
  /** The user's own `!` command. */
  shell(command: string): Promise<Message>;
  messages(): Promise<Message[]>;
  toolParts(): Promise<ToolPart[]>;
  /** The sessions of the subagents that this one started. */
  children(): Promise<Session[]>;
  summarize(): Promise<void>;
  fork(messageID?: string): Promise<Session>;
  revert(messageID: string): Promise<void>;
  abort(): Promise<void>;
  remove(): Promise<void>;
}

interface SessionOptions {
  model?: string;
  /** Rules of the session itself, as a one-shot run has them. */
  permission?: { permission: string; pattern: string; action: string }[];
}

export async function openSession(
  host: Host,
  project: Project,
  options: SessionOptions = {},
): Promise<Session> {
  const { permission } = options;
  const body = permission === undefined ? {} : { permission };
  const created = toRecord(await hostCall(host, project, "POST", "/session", body));
  return resumeSession(host, project, toText(created["id"]), options);
}

/** A session that exists already: a subagent's, or one from before a restart. */
export function resumeSession(
  host: Host,
  project: Project,
  id: string,
  options: SessionOptions = {},
): Session {
  const root = `/session/${id}`;
  const post = (path: string, body: unknown) => hostCall(host, project, "POST", root + path, body);
  const other = (info: unknown) =>
    resumeSession(host, project, toText(toRecord(info)["id"]), options);
  const messages = async () =>
    toRecords(await hostCall(host, project, "GET", `${root}/message`)).map(parseMessage);
  const model = options.model;

  return {
    id,
    messages,
    send: async (text, { parts = [], noReply, agent, model: own = model } = {}) => {
      const answer = await post("/message", {
        parts: [{ type: "text", text }, ...parts],
        ...(noReply === undefined ? {} : { noReply }),
        ...(agent === undefined ? {} : { agent }),
        ...(own === undefined ? {} : { model: toModelRef(own) }),
      });
      return parseMessage(toRecord(answer));
    },
    command: async (command, args = "") => {
      const answer = await post("/command", {
        command,
        arguments: args,
        ...(model === undefined ? {} : { model }),
      });
      return parseMessage(toRecord(answer));
    },
    shell: async (command) =>
      parseMessage(toRecord(await post("/shell", { command, agent: "build" }))),
    toolParts: async () => (await messages()).flatMap((message) => toToolParts(message.parts)),
    children: async () =>
      toRecords(await hostCall(host, project, "GET", `${root}/children`)).map(other),
    summarize: async () => void (await post("/summarize", toModelRef(model ?? "mock/m1"))),
    fork: async (messageID) =>
      other(await post("/fork", messageID === undefined ? {} : { messageID })),
    revert: async (messageID) => void (await post("/revert", { messageID })),
    abort: async () => void (await post("/abort", undefined)),
    remove: async () => void (await hostCall(host, project, "DELETE", root)),
  };
}

function toModelRef(model: string): { providerID: string; modelID: string } {
  const [providerID = "", ...rest] = model.split("/");
  return { providerID, modelID: rest.join("/") };
}

function parseMessage(message: JsonRecord): Message {
  const info = toRecord(message["info"]);
  const parts = toRecords(message["parts"]);
  const error = info["error"];
  return {
    id: toText(info["id"]),
    role: toText(info["role"]),
    agent: toText(info["agent"]),
    text: parts
      .filter((part) => part["type"] === "text")
      .map((part) => toText(part["text"]))
      .join("\n"),
    ...(error === undefined
      ? {}
      : { error: toText(toRecord(toRecord(error)["data"])["message"]) || JSON.stringify(error) }),
    info,
    parts,
  };
}

function toToolParts(parts: JsonRecord[]): ToolPart[] {
  return parts
    .filter((part) => part["type"] === "tool")
    .map((part) => {
      const state = toRecord(part["state"]);
      const { output, error } = state;
      return {
        tool: toText(part["tool"]),
        callID: toText(part["callID"]),
        status: toText(state["status"]),
        input: toRecord(state["input"]),
        ...(typeof output === "string" ? { output } : {}),
        ...(typeof error === "string" ? { error } : {}),
        metadata: toRecord(state["metadata"]),
      };
    });
}
