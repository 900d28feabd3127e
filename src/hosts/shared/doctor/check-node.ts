import { type Check, both, ok, problem } from "../../host.ts";
import { askVersion } from "./find-program.ts";
import { majorOf } from "./versions.ts";

const OLDEST = 20;

/** A host starts our server with the Node that is on its path. */
export function checkNode(path: string | undefined, env: NodeJS.ProcessEnv): Check {
  const version = path === undefined ? undefined : askVersion(path, env);
  if (path !== undefined && version !== undefined && majorOf(version) >= OLDEST)
    return ok("node", both(`${version}, ${path}`));
  const what =
    path === undefined
      ? {
          en: "there is no node on the path: the plugin's server does not start",
          zh: "PATH 中没有 node：插件的服务无法启动",
        }
      : { en: `${path} is version ${version}: too old`, zh: `${path} 版本 ${version} 太旧` };
  const fix = {
    en: `put Node ${OLDEST} or later on the path`,
    zh: `请把 Node ${OLDEST} 或更新的版本放入 PATH`,
  };
  return problem("node", what, fix);
}
