import { join } from "node:path";
import { dropTables } from "../../../formats/edit-toml.ts";
import { leaveConfig } from "../../../formats/new-config.ts";
import { readToml } from "../../../formats/edit-toml.ts";
import { readConfig } from "../../../io/disk/config-file.ts";
import type { Text } from "../../../types.ts";
import type { Scope, SetupPlan, StartPoint } from "../../host.ts";
import { FILE_GOES, leaveBroken } from "../../shared/plan-removal.ts";
import { CODEX } from "../about.ts";
import { CONFIG, HOOKS, codexPlaces } from "./codex-places.ts";
import { createConfigEdits, editToml } from "./config-edits.ts";
import { dropHooks, findBroken } from "./our-hooks.ts";
import { isServer } from "./our-tables.ts";
import { foldersOf, planFilesGoing } from "./plan-files.ts";
import { moveTrust } from "./plan-trust.ts";

const HOOKS_GO: Text = { en: "our hooks go", zh: "移除我们的钩子" };
const SERVER_GOES: Text = { en: "our server goes", zh: "移除我们的服务" };
const TRUST_GOES: Text = {
  en: "what Codex trusted of ours goes",
  zh: "移除 Codex 对我们的信任",
};

/** Everything of ours, in every file of these scopes. */
export function planUninstall(start: StartPoint, scopes: readonly Scope[]): SetupPlan {
  const { config, folders } = codexPlaces(start);
  const notes = new Map<string, Text>();
  const edits = createConfigEdits();
  const isSound = (path: string, scan: typeof findBroken) => {
    const file = readConfig(path);
    const broken = scan(file.text);
    if (broken !== undefined) notes.set(path, leaveBroken(CODEX.name, file, broken));
    return broken === undefined;
  };
  for (const scope of scopes) {
    const path = join(folders[scope], HOOKS);
    const before = edits.read(path);
    if (before !== undefined && isSound(path, findBroken)) {
      const after = dropHooks(before);
      edits.edit(path, HOOKS_GO, () => (after === before ? before : leaveConfig(after)));
      if (isSound(config, findBrokenToml))
        editToml(edits, config, TRUST_GOES, (text) =>
          moveTrust(text, { path, before, after }, new Map()),
        );
    }
    const own = join(folders[scope], CONFIG);
    if (isSound(own, findBrokenToml))
      editToml(edits, own, SERVER_GOES, (text) => text && dropTables(text, isServer));
  }
  const files = scopes.map((scope) => planFilesGoing(folders[scope]));
  const isNamed = Boolean(start.machine.env["CODEX_HOME"]);
  return {
    changes: [
      ...edits
        .changes()
        .map((change) => (change.after === undefined ? { ...change, what: FILE_GOES } : change)),
      ...files.flatMap(({ changes }) => changes),
    ],
    copies: files.flatMap(({ copies }) => copies),
    notes: [...notes.values()],
    folders: scopes.flatMap((scope) => [
      ...foldersOf(folders[scope]),
      // Codex does not start where a home that it was given is not there.
      ...(scope === "global" && isNamed ? [] : [folders[scope]]),
    ]),
  };
}

function findBrokenToml(text: string) {
  const scanned = readToml(text);
  return scanned.kind === "broken" ? scanned : undefined;
}
