import { hasFlag, splitArguments } from "../arguments.ts";
import { UNTOLD, addWrite, toPart } from "../scope.ts";
import { joinPath } from "../value.ts";
import type { CommandTable, Evaluate } from "./invocation.ts";

/** Options of formatters whose value is no file that they rewrite. */
const FORMATTER_VALUES =
  "config config-file ignore-path parser ext exclude extend-exclude force-exclude ignore-pattern ignore skip skip-glob select extend-select per-file-ignores rule max-warnings format line-length target-version print-width stdin-filepath stdin-filename".split(
    " ",
  );

/** Formatters and fixers: without their flag they only look. */
function rewrites(...flags: readonly string[]): Evaluate {
  return (call, scope, position) => {
    const args = splitArguments(call.args, { short: "c", long: FORMATTER_VALUES });
    const isCheck = hasFlag(args, "check", "diff", "list-different");
    if (isCheck || (flags.length > 0 && !hasFlag(args, ...flags))) return UNTOLD;
    const files = args.operands.filter(
      (operand) => /[./]/.test(operand) || scope.world.isFolder(joinPath(scope.cwd, operand)),
    );
    for (const file of files) addWrite(scope, file, "change", call.words, position);
    scope.effects.programs.push(toPart(scope, call.words, position));
    return UNTOLD;
  };
}

/** `npx prettier --write x`: the wrapper's table has the runner. */
export const FORMATTERS: CommandTable = {
  prettier: rewrites("write", "w"),
  eslint: rewrites("fix"),
  markdownlint: rewrites("fix", "f"),
  "markdownlint-cli2": rewrites("fix"),
  biome: rewrites("write", "fix", "apply"),
  oxlint: rewrites("fix"),
  oxfmt: rewrites(),
  remark: rewrites("o", "output"),
  mdformat: rewrites(),
  black: rewrites(),
  isort: rewrites(),
  ruff: rewrites("fix"),
  autopep8: rewrites("i", "in-place"),
  "ast-grep": rewrites("U", "update-all"),
  gofmt: rewrites("w"),
  rustfmt: rewrites(),
  "clang-format": rewrites("i"),
  shfmt: rewrites("w"),
  dprint: rewrites(),
};
