import { ownPackage } from "../own-package.ts";
import { startAnswering } from "../shared/doctor/start-answering.ts";
import { field, listIn, textField, textsIn } from "../shared/payload.ts";

/** A hook as Codex sees it. */
export interface ListedHook {
  /** `file:event:group:index` */
  readonly key: string;
  readonly hash: string;
  readonly isTrusted: boolean;
  readonly isEnabled: boolean;
}

export interface Listed {
  readonly hooks: readonly ListedHook[];
  /** What Codex could not read. */
  readonly problems: readonly string[];
  /** Whether it runs any hooks at all. */
  readonly areHooksOn: boolean;
}

interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Asks Codex itself which hooks it would run, started there by somebody who trusts the folder: the interface asks
 * for that, and `codex exec` takes it for granted. It starts none of them, and no server.
 */
export async function listHooks(codex: string, place: Place): Promise<Listed> {
  const trusted = `projects={${JSON.stringify(place.cwd)}={trust_level="trusted"}}`;
  const server = startAnswering([codex, "app-server", "-c", trusted], place);
  try {
    const { name, version } = ownPackage();
    await server.call("initialize", {
      clientInfo: { name, title: name, version },
      capabilities: { experimentalApi: true },
    });
    server.tell("initialized");
    const answer = await server.call("hooks/list", { cwds: [place.cwd] });
    const config = await server.call("config/read", { cwd: place.cwd, includeLayers: false });
    const [listed] = listIn(answer, "data");
    const errors = listIn(listed, "errors").map((error) => textField(error, "message") ?? "");
    return {
      hooks: listIn(listed, "hooks").map(toHook),
      problems: [...textsIn(field(listed, "warnings")), ...errors],
      areHooksOn: field(config, "config", "features", "hooks") !== false,
    };
  } finally {
    server.stop();
  }
}

function toHook(hook: unknown): ListedHook {
  return {
    key: textField(hook, "key") ?? "",
    hash: textField(hook, "currentHash") ?? "",
    isTrusted: ["trusted", "managed"].includes(textField(hook, "trustStatus") ?? ""),
    isEnabled: field(hook, "enabled") === true,
  };
}
