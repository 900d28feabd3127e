import { isKnownName } from "../scan/known.ts";
import { toRunTask } from "../scan/task-files.ts";
import { isPartLabel, isSameThing } from "./describe-facts.ts";
import type { PlanInput } from "./plan-input.ts";

/** Texts of a row's cells. */
type Cells = readonly string[];
type Project = Pick<PlanInput, "facts" | "isInProject">;

/** Folders in code, and nothing else. */
export const FOLDERS = /^`[^`]+`(?:, `[^`]+`)*$/;

/** As a scan cites it. */
const PATH = /^[\w@./-]+$/;

/**
 * Whether a row of the stack is one that a scan wrote and would not write any more: its file is gone, or was read
 * whole and says nothing of it.
 */
export function isStackRowGone(cells: Cells, { facts, isInProject }: Project): boolean {
  const [part = "", what = "", source = ""] = cells;
  if (cells.length !== 3 || !isPartLabel(part) || !PATH.test(source)) return false;
  const { languages, runtimes, frameworks, tools, packageManagers, services } = facts;
  const listed = [languages, runtimes, frameworks, tools, packageManagers, services].flat();
  if (listed.some(({ name }) => isSameThing(what, name))) return false;
  const name = nameIn(what, isPartLabel(part, "service"));
  if (name === undefined || facts.mentioned.includes(name)) return false;
  const isRead = facts.sources.some(({ path, isCut }) => path === source && !isCut);
  return isRead || !isInProject(source);
}

/** The name in front of a version or an image; a service may have any. */
function nameIn(what: string, isService: boolean): string | undefined {
  const words = what.split(" ");
  return words
    .map((_, index) => words.slice(0, index + 1).join(" "))
    .find((name) => isSameThing(what, name) && (isService || isKnownName(name)));
}

/** Whether a row runs a task, as a scan would write it, that no file has any more. */
export function isCommandRowGone(cells: Cells, { facts, isInProject }: Project): boolean {
  const [purpose = "", run = "", ...more] = cells;
  const command = /^`([^`]+)`$/.exec(run)?.[1];
  if (command === undefined || more.some((cell) => cell !== "")) return false;
  const ran = toRunTask(purpose, command);
  const isListed = facts.commands.some((listed) => listed.command === command);
  return (
    ran !== undefined &&
    !isListed &&
    ran.files.every((file) => {
      const known = facts.taskFiles.find(({ path }) => path === file);
      return known === undefined ? !isInProject(file) : !known.tasks.includes(ran.task);
    })
  );
}

/** Whether a row tells of folders none of which is there. */
export function isPlaceRowGone(cells: Cells, { isInProject }: Project): boolean {
  const [folders = "", , source = ""] = cells;
  if (cells.length !== 3 || !PATH.test(source) || !FOLDERS.test(folders)) return false;
  return [...folders.matchAll(/`([^`]+)`/g)].every(
    ([, folder = ""]) => folder.endsWith("/") && !isInProject(folder),
  );
}
