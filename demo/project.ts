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
