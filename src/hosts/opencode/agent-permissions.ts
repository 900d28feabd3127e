import { dirname, relative, sep } from "node:path";
import { secretReadPermissions } from "../../secrets/is-secret-path.ts";

export type Action = "allow" | "deny";
export interface ReaderPermission {
  readonly "*": Action;
  readonly glob: Action;
  readonly list: Action;
  readonly read: Readonly<Record<string, Action>>;
}

/** What docs, source and manifests are called. Anything else is not memory-reader's business. */
const EXTENSIONS =
  "md mdx markdown rst adoc txt org " +
  "ts tsx mts cts js jsx mjs cjs vue svelte astro html css scss less graphql gql proto prisma sql " +
  "py pyi rb php go rs java kt kts scala groovy clj cs fs vb swift m mm c h cc cpp hpp zig nim lua dart ex exs erl hs ml r jl pl sh bash zsh fish ps1 " +
  "json jsonc json5 toml yaml yml xml ini cfg conf properties gradle mod sum lock csproj fsproj sln cmake tf hcl";
const NAMES =
  "Dockerfile Containerfile Makefile GNUmakefile Justfile justfile Rakefile Gemfile Procfile Jenkinsfile Vagrantfile BUILD LICENSE README CODEOWNERS .gitignore .dockerignore .editorconfig .nvmrc .tool-versions";

/**
 * Read-only, and of the project only docs, source and manifests, without what holds secrets. Searching by
 * content is left out: it would show lines of files that may not be read. Later patterns win.
 */
export function readerPermission(root: string, worktree: string): ReaderPermission {
  const prefix = prefixOf(root, worktree);
  const allowed = [
    ...EXTENSIONS.split(" ").map((extension) => `*.${extension}`),
    ...NAMES.split(" ").flatMap((name) => [name, `*/${name}`]),
  ];
  return {
    "*": "deny",
    glob: "allow",
    list: "allow",
    read: {
      "*": "deny",
      ...Object.fromEntries(allowed.map((pattern) => [prefix + pattern, "allow" as const])),
      ...secretReadPermissions(),
      "../*": "deny",
    },
  };
}

/** The same, and the docs of the bank to write. */
export function writerPermission(
  bank: string,
  root: string,
  worktree: string,
): ReaderPermission & { readonly edit: Readonly<Record<string, Action>> } {
  const docs = `${relative(worktree, bank).split(sep).join("/")}/*.md`;
  return {
    ...readerPermission(root, worktree),
    edit: { "*": "deny", [docs]: "allow" },
  };
}

/** The host counts paths from the work tree, which is the whole disk where there is no git. */
function prefixOf(root: string, worktree: string): string {
  return worktree === dirname(worktree) ? `${relative(worktree, root).split(sep).join("/")}/` : "";
}
