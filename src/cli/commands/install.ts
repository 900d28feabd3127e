import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import manifest from "../../../package.json" with { type: "json" };
import { chooseSpecifier } from "../../io/own-package.ts";
import { planInstall } from "../setup/plan-install.ts";
import { type SetupOptions, openPlaces, orStop, runPlan, scopesOf } from "../setup/run-setup.ts";
import { TEXTS } from "../setup/texts.ts";

/** Puts the plugin's one line into OpenCode's config. */
export function install(options: SetupOptions): Promise<void> {
  return orStop("install", options, async () => {
    const scope = scopesOf(options, ["global"])[0] ?? "global";
    const places = openPlaces(options.dir);
    const { name, version } = manifest;
    const root = packageFolder();
    const { specifier, reason } = await chooseSpecifier({ root, name, version });
    const plan = planInstall(places, scope, specifier);
    const isFile = specifier.startsWith("file:");
    const notes = [
      ...plan.notes,
      ...(isFile && scope === "project" ? [TEXTS.localFile] : []),
      ...(isFile && /[\\/]_npx[\\/]/.test(root) ? [TEXTS.inCache] : []),
      ...(scope === "project" && process.env["OPENCODE_DISABLE_PROJECT_CONFIG"]
        ? [TEXTS.projectConfigOff]
        : []),
    ];
    const words = {
      title: `${TEXTS.installing(TEXTS.scope[scope])}\n${TEXTS.specifier(specifier, reason)}`,
      copies: TEXTS.copies,
      nothing: TEXTS.nothingToInstall,
      done: TEXTS.installed,
    };
    await runPlan({ ...plan, notes }, words, options, { scope, plugin: { specifier, reason } });
  });
}

/** The built CLI, with its parts, is in `dist/` of the package. */
function packageFolder(): string {
  return dirname(dirname(fileURLToPath(import.meta.url)));
}
