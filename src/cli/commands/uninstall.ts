import type { Command } from "commander";
import { say } from "../say.ts";
import { planUninstall } from "../setup/plan-uninstall.ts";
import {
  type SetupOptions,
  openPlaces,
  runPlan,
  scopesOf,
  withSetupOptions,
} from "../setup/run-setup.ts";
import { texts } from "../setup/texts.ts";
import { examples } from "../usage.ts";

export function uninstall(command: Command): Command {
  return withSetupOptions(
    command
      .description(
        say({
          en: "take out what install put in, and leave every other byte as it was",
          zh: "移除 install 加入的内容，其余字节保持原样",
        }),
      )
      .option(
        "--global",
        say({
          en: "only what is installed for all projects of this user",
          zh: "只移除为当前用户所有项目安装的",
        }),
      )
      .option(
        "--project",
        say({
          en: "only what is installed for the project of --dir",
          zh: "只移除为 --dir 的项目安装的",
        }),
      ),
  )
    .addHelpText(
      "after",
      say({
        en: "\nMemory banks stay. Exit codes: 0 done or nothing to do, 1 declined, 2 usage or environment.",
        zh: "\n记忆库保持不动。退出码：0 完成或无需操作，1 被拒绝，2 用法或环境问题。",
      }),
    )
    .addHelpText("after", examples("uninstall", "uninstall --project --dry-run", "uninstall --yes"))
    .action(run);
}

/** Takes out what install put in, wherever it is. */
async function run(options: SetupOptions): Promise<void> {
  const scopes = scopesOf(options, ["global", "project"]);
  const plan = planUninstall(openPlaces(options.dir), scopes);
  const names = scopes.map((scope) => texts().scope[scope]).join(texts().and);
  const words = {
    title: texts().uninstalling(names),
    copies: texts().copiesGone,
    nothing: texts().nothingToUninstall,
    done: texts().uninstalled,
  };
  await runPlan(plan, words, options, { scopes });
}
