import type { Ecosystem } from "../ecosystem.ts";

const PACKAGE = /^package\.json$/;
const WORKSPACE = /^(?:pnpm-workspace\.yaml|lerna\.json)$/;

const NODE: Omit<Ecosystem, "manifests"> = {
  kind: "node",
  name: [[PACKAGE, "name"]],
  description: [[PACKAGE, "description"]],
  languages: [
    {
      name: "TypeScript",
      signs: [
        [/^tsconfig(?:\.\w+)?\.json$/],
        [PACKAGE, /^(?![^]*"(?:main|module|exports)"\s*:)[^]*"typescript"\s*:/],
        // A JavaScript package may declare its types and check them.
        [/^(?!(?:examples?|docs?)\/)(?!.*(?:[-.]d|\.config|\.test)\.[cm]?ts$).*\.[cm]?tsx?$/],
      ],
      version: [[PACKAGE, /"typescript"\s*:\s*"([^"]+)"/g]],
    },
    {
      name: "JavaScript",
      signs: [[PACKAGE, /^(?![^]*"typescript"\s*:)/], [/^(?:src\/|lib\/)?[\w-]+\.[cm]?jsx?$/]],
    },
  ],
  runtimes: [
    { name: "Node.js", version: [[PACKAGE, "engines.node"]] },
    { name: "Bun", version: [[PACKAGE, "engines.bun"]] },
  ],
  dev: [[PACKAGE, "devDependencies"]],
  managers: [
    ["pnpm", "pnpm", PACKAGE, /"packageManager"\s*:\s*"pnpm@/],
    ["yarn", "yarn", PACKAGE, /"packageManager"\s*:\s*"yarn@/],
    ["bun", "bun", PACKAGE, /"packageManager"\s*:\s*"bun@/],
    ["npm", "npm", PACKAGE, /"packageManager"\s*:\s*"npm@/],
    ["pnpm", "pnpm", /^pnpm-lock\.yaml$/],
    ["yarn", "yarn", /^yarn\.lock$/],
    ["bun", "bun", /^bun\.lockb?$/],
    ["npm", "npm", /^(?:package-lock|npm-shrinkwrap)\.json$/],
    ["pnpm", "pnpm", /^pnpm-workspace\.yaml$/],
    ["yarn", "yarn", /^\.yarnrc\.yml$/],
    ["", "npm", PACKAGE],
  ],
  members: [
    [PACKAGE, "workspaces.packages"],
    [PACKAGE, "workspaces"],
    [WORKSPACE, "packages"],
  ],
  tasks: [PACKAGE, "scripts"],
  runner: "{run}",
  commands: [["install", "{run} install", PACKAGE]],
};

/** In an app all dependencies count. */
export const NODE_APP: Ecosystem = {
  ...NODE,
  manifests: [
    [PACKAGE, /^(?=[^]*"(?:dependencies|devDependencies|scripts)"\s*:)[^]*"private"\s*:\s*true/],
  ],
  unless: WORKSPACE,
  packages: [
    [PACKAGE, "dependencies"],
    [PACKAGE, "devDependencies"],
  ],
};

/** A published package may have any development dependency, only to be tested with it. */
export const NODE_PACKAGE: Ecosystem = {
  ...NODE,
  manifests: [
    [
      PACKAGE,
      /"(?:dependencies|devDependencies|peerDependencies|scripts|main|module|exports|bin)"\s*:/,
    ],
  ],
  packages: [
    [PACKAGE, "dependencies"],
    [PACKAGE, "peerDependencies"],
  ],
};

/** With workspaces, other dependencies at the root are built into its packages. */
export const NODE_WORKSPACE: Ecosystem = {
  ...NODE_PACKAGE,
  manifests: [[PACKAGE, /"workspaces"\s*:/]],
};

const DENO_JSON = /^deno\.jsonc?$/;

export const DENO: Ecosystem = {
  kind: "node",
  manifests: [[DENO_JSON]],
  name: [[DENO_JSON, "name"]],
  languages: [{ name: "TypeScript" }],
  managers: [["Deno", "", DENO_JSON]],
  members: [[DENO_JSON, "workspace"]],
  tasks: [DENO_JSON, "tasks"],
  runner: "deno task",
};
