import { join } from "node:path";
import { type Check, type StartPoint, ok, warning } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { codexPlaces } from "../setup/codex-places.ts";
import { planFiles } from "../setup/plan-files.ts";
import { readSetups } from "../setup/read-setup.ts";

const NAME = "skill";
const INSTALL = {
  en: "run memory-bank install --host codex",
  zh: "请运行 memory-bank install --host codex",
};

/** Are our agents and skills there, and those of this version? */
export function checkSkills(start: StartPoint, root = ownPackage().root): Check[] {
  const { folders } = codexPlaces(start);
  return readSetups(start)
    .filter(({ hasHooks }) => hasHooks)
    .map(({ scope }) => {
      const folder = folders[scope];
      const { changes } = planFiles(join(root, "dist", "codex"), folder);
      const [first] = changes;
      if (first === undefined) {
        return ok(NAME, {
          en: `agents and skills in ${folder} are those of this version`,
          zh: `${folder} 中的代理和技能是这个版本的`,
        });
      }
      return warning(
        NAME,
        {
          en: `${first.file.path} is not what this version has${more(changes.length)}`,
          zh: `${first.file.path} 与这个版本不同${more(changes.length)}`,
        },
        INSTALL,
      );
    });
}

function more(count: number): string {
  return count > 1 ? ` (+${count - 1})` : "";
}
