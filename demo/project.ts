/** The demo's throw-away project. */
export const FILES: Record<string, string> = {
  "package.json": '{\n  "name": "tea-shop",\n  "version": "1.4.0"\n}\n',
  "src/shop.ts": "export const teas = ['oolong', 'sencha'];\n",
  "memory-bank/MEMORY.md": `<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.1 -->

# Tea Shop

## Project Snapshot

A small shop that sells tea. TypeScript, no framework.

## Current Focus

- Goal: release 2.0.0
- In progress: changelog
- Remaining: publish

## Routing Rules（意图驱动）

| intent | read |
|---|---|
| change dependencies, versions, build | details/patterns.md |

<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
<!-- USER_BLOCK_END -->
`,
  "memory-bank/details/patterns.md": `# Conventions

- Versions follow semver; a major version needs an entry in CHANGELOG.md.
- No new runtime dependency without a decision in this file.
`,
};
