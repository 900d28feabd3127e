import type { Command } from "commander";
import { chooseSpecifier } from "../../io/own-package.ts";
import { planInstall } from "../setup/plan-install.ts";
import { ownPackage } from "../own-package.ts";
import { say } from "../say.ts";
import {
  type SetupOptions,
  openPlaces,
  runPlan,
  scopesOf,
  withSetupOptions,
} from "../setup/run-setup.ts";
import { texts } from "../setup/texts.ts";
import { examples } from "../usage.ts";

export function install(command: Command): Command {
  return withSetupOptions(
    command
      .description(
        say({
          en: "add the plugin to OpenCode's config: shows the change, asks, keeps comments and form",
          zh: "把插件加入 OpenCode 的配置：先显示改动并询问，保留注释与格式",
        }),
      )
      .option(
        "--global",
        say({
          en: "for all projects of this user (unless said otherwise)",
          zh: "用于当前用户的所有项目（默认）",
        }),
      )
      .option("--project", say({ en: "for the project of --dir only", zh: "只用于 --dir 的项目" })),
  )
    .addHelpText(
      "after",
      say({
        en: "\nWhere oh-my-opencode is in use, its orchestrators get the key trigger as well.\nExit codes: 0 done or nothing to do, 1 declined, 2 usage or environment.",
        zh: "\n使用 oh-my-opencode 时，它的编排代理也会得到触发规则。\n退出码：0 完成或无需操作，1 被拒绝，2 用法或环境问题。",
      }),
    )
    .addHelpText(
      "after",
      examples(
        "install",
        "install --dry-run",
        "install --project --dir ~/work/shop",
        "install --yes --json",
      ),
    )
    .action(run);
}

/** Puts the plugin's one line into OpenCode's config. */
async function run(options: SetupOptions): Promise<void> {
  const scope = scopesOf(options, ["global"])[0] ?? "global";
  const places = openPlaces(options.dir);
  const { root, name, version } = ownPackage();
  const { specifier, reason } = await chooseSpecifier({ root, name, version });
  const plan = planInstall(places, scope, specifier);
  const isFile = specifier.startsWith("file:");
  const notes = [
    ...plan.notes,
    ...(isFile && scope === "project" ? [texts().localFile] : []),
    ...(isFile && /[\\/]_npx[\\/]/.test(root) ? [texts().inCache] : []),
    ...(scope === "project" && places.host.ignoresProject ? [texts().projectConfigOff] : []),
  ];
  const words = {
    title: `${texts().installing(texts().scope[scope])}\n${texts().specifier(specifier, reason)}`,
    copies: texts().copies,
    nothing: texts().nothingToInstall,
    done: texts().installed,
  };
  await runPlan({ ...plan, notes }, words, options, { scope, plugin: { specifier, reason } });
}
