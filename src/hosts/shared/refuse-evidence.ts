import { resolve } from "node:path";
import type { Paths } from "../../io/disk/paths.ts";
import { isSecretPath } from "../../secrets/is-secret-path.ts";
import type { Language } from "../../types.ts";

/** Where a host cannot keep our own agents to what they are for: why this file is none of theirs. */
export function refuseEvidence(
  path: string,
  folder: string,
  paths: Paths,
  language: Language,
): string | undefined {
  const target = paths.toTarget(resolve(folder, path));
  const isSecret = isSecretPath(target.path) || isSecretPath(target.alias ?? "");
  if (!isSecret && target.place !== "outside") return undefined;
  const why = isSecret
    ? { en: "it holds secrets by its name", zh: "从名称看它存放密钥" }[language]
    : { en: "it is not in this project", zh: "它不在本项目中" }[language];
  return {
    en: `[Memory Bank] Not read: ${why}, and the agents of the memory bank leave such files alone.\nNext: go on without it.`,
    zh: `[Memory Bank] 未读取：${why}，记忆库的代理不读这类文件。\n下一步：不用它，继续。`,
  }[language];
}
