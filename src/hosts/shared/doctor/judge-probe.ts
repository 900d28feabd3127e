import { existsSync } from "node:fs";
import type { Text } from "../../../types.ts";
import { type Check, both, ok, problem } from "../../host.ts";
import type { OwnPackage } from "../../own-package.ts";

const NAME = "gate";

/** What a probe of our server has shown; it gives what is wrong, and nothing where all is well. */
export async function judgeProbe(
  own: OwnPackage,
  server: string,
  probe: () => Promise<string | undefined>,
  works: Text,
): Promise<Check> {
  const failure = existsSync(server)
    ? await probe().catch((error: unknown) =>
        error instanceof Error ? error.message : String(error),
      )
    : `${server} is missing`;
  if (failure === undefined) return ok(NAME, works);
  return problem(
    NAME,
    { en: `the plugin's server does not work: ${failure}`, zh: `插件的服务不工作：${failure}` },
    both(`npm install ${own.name}@${own.version}`),
  );
}
