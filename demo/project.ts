/** The demo's throw-away project. */
export const REQUIREMENT = "memory-bank/details/requirements/REQ-001-release-2.md";
export const PATTERNS = "memory-bank/details/patterns.md";

export const FILES: Record<string, string> = {
  "package.json": '{\n  "name": "tea-shop",\n  "version": "1.4.0",\n  "license": "ISC"\n}\n',
  "src/shop.ts": "export const teas = ['oolong', 'sencha'];\n",
  "memory-bank/MEMORY.md": `<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.1 -->

# Tea Shop

## Project Snapshot

A small shop that sells tea. TypeScript, no framework.

## Current Focus

- Goal: release 2.0.0
- Remaining: the version, then the license that legal asked for

## Routing Rules（意图驱动）

| when you want to | read |
|---|---|
| change versions, dependencies, build | details/patterns.md |
| release | details/requirements/REQ-001-release-2.md |

<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
<!-- USER_BLOCK_END -->
`,
  [PATTERNS]: `# Conventions

- Versions follow semver; nothing is released that REQ-001 does not name.
- No new runtime dependency without a decision in this file.
`,
  [REQUIREMENT]: `# REQ-001: Release 2.0.0

- [ ] The version is 2.0.0
- [ ] The license is MIT, as legal asked
`,
};

/** The same project of people who write Chinese. */
export const FILES_ZH: Record<string, string> = {
  ...FILES,
  "memory-bank/MEMORY.md": `<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.1 -->

# 茶叶店

## Project Snapshot

一家卖茶叶的小店。TypeScript，没有框架。

## Current Focus

- 目标：发布 2.0.0
- 待办：先改版本号，再换成法务要求的许可证

## Routing Rules（意图驱动）

| 想做什么 | 读什么 |
|---|---|
| 改版本、依赖、构建 | details/patterns.md |
| 发布 | details/requirements/REQ-001-release-2.md |

<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
<!-- USER_BLOCK_END -->
`,
  [PATTERNS]: `# 约定

- 版本号遵循 semver；REQ-001 没有写的不发布。
- 没有记录在本文件里的决定，不新增运行时依赖。
`,
};
