import { readToml } from "../../../formats/edit-toml.ts";
import { realPathOf } from "../../../io/disk/paths.ts";
import { readText } from "../../../io/disk/read.ts";
import type { StartPoint } from "../../host.ts";
import { field } from "../../shared/payload.ts";
import { codexPlaces } from "./codex-places.ts";

/** Whether the person has said no to this folder: Codex then takes nothing from its .codex folder. */
export function isUntrusted(start: StartPoint): boolean {
  const { config, root } = codexPlaces(start);
  const scanned = readToml(readText(config) ?? "");
  if (scanned.kind === "broken") return false;
  return [root, realPathOf(root)].some(
    (folder) => field(scanned.value, "projects", folder, "trust_level") === "untrusted",
  );
}
