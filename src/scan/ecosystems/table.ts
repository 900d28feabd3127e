import type { Ecosystem } from "../ecosystem.ts";
import { PHP, PYTHON, RUBY_APP, RUBY_GEM } from "./backends.ts";
import { DOTNET, GO, GRADLE_BUILD, MAVEN, RUST } from "./compiled.ts";
import { DENO, NODE_APP, NODE_NAME, NODE_PACKAGE } from "./node.ts";
import { RARE } from "./rare.ts";

/** Of equal weight, the earlier one is the main one. Node.js is late, since a package.json often serves only tooling. */
export const ECOSYSTEMS: readonly Ecosystem[] = [
  MAVEN,
  GRADLE_BUILD,
  DOTNET,
  PHP,
  RUBY_GEM,
  RUBY_APP,
  GO,
  RUST,
  PYTHON,
  ...RARE,
  DENO,
  NODE_APP,
  NODE_PACKAGE,
  NODE_NAME,
];
