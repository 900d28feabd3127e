import { type Base, findBase } from "../io/bank/branch-docs.ts";
import { Stop } from "./stop.ts";

/** Where this branch left another one; stops with what to do where git cannot say. */
export function requireBase(root: string, asked: string | undefined): Base {
  const found = findBase(root, asked);
  switch (found.kind) {
    case "base":
      return found.base;
    case "no-git":
      throw new Stop(2, {
        en: `${root} is not in a git repository with commits: there is nothing to compare with`,
        zh: `${root} 不在有提交的 git 仓库中：没有可比较的对象`,
      });
    case "no-default":
      throw new Stop(2, {
        en: "which branch is the default one cannot be told: name the one to compare with",
        zh: "无法得知默认分支：请指明要比较的分支",
      });
    case "no-ref":
      throw new Stop(2, {
        en: `git knows no ${found.ref}. Name a branch, a tag or a commit`,
        zh: `git 不认识 ${found.ref}。请给出分支、标签或提交`,
      });
    case "no-history":
      throw new Stop(2, {
        en: `git has no commit that this branch and ${found.ref} share. If the clone is shallow: git fetch --unshallow`,
        zh: `git 中没有本分支与 ${found.ref} 共有的提交。如果是浅克隆：git fetch --unshallow`,
      });
  }
}
