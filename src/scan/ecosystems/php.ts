import { type Dependency, type Known, findKnown } from "../dependencies.ts";
import type { Command, Place } from "../facts.ts";
import { type FolderFacts, createFolderFacts } from "../folder-facts.ts";
import { findPlaces } from "../places.ts";
import { toName } from "../plain-text.ts";
import { toTaskCommands } from "../tasks.ts";
import { type Table, tableAt, textAt, valueAt } from "../../formats/values.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";

export const PHP_FRAMEWORKS: readonly Known[] = [
  ["Laravel", "laravel/framework"],
  ["Lumen", "laravel/lumen-framework"],
  ["Symfony", "symfony/framework-bundle", "symfony/symfony"],
  ["Slim", "slim/slim"],
  ["CakePHP", "cakephp/cakephp"],
  ["Yii", "yiisoft/yii2"],
  ["CodeIgniter", "codeigniter4/framework"],
  ["ThinkPHP", "topthink/framework"],
  ["Hyperf", "hyperf/framework"],
  ["Drupal", "drupal/core", "drupal/core-recommended"],
  ["Livewire", "livewire/livewire"],
  ["Filament", "filament/filament"],
  ["Inertia", "inertiajs/inertia-laravel"],
  ["API Platform", "api-platform/core"],
  ["Doctrine ORM", "doctrine/orm"],
  ["Twig", "twig/twig"],
];
export const PHP_TOOLS: readonly Known[] = [
  ["PHPUnit", "phpunit/phpunit"],
  ["Pest", "pestphp/pest"],
  ["PHPStan", "phpstan/phpstan"],
  ["Larastan", "larastan/larastan"],
  ["Psalm", "vimeo/psalm"],
  ["PHP CS Fixer", "friendsofphp/php-cs-fixer"],
  ["Laravel Pint", "laravel/pint"],
  ["PHP_CodeSniffer", "squizlabs/php_codesniffer"],
];
const MANIFEST = "composer.json";
/** Composer runs these itself. */
const EVENT = /^(?:pre|post)-.+|^auto-scripts$/;
const BUILT_IN = new Set(
  "about archive audit browse bump check-platform-reqs clear-cache config create-project depends diagnose dump-autoload exec fund global help home init install licenses list outdated prohibits reinstall remove require run run-script search self-update show status suggests update upgrade validate why why-not".split(
    " ",
  ),
);

export function readPhp(view: ProjectView): FolderFacts | undefined {
  const manifest = view.json(MANIFEST);
  if (manifest === undefined) return undefined;
  const source = view.source(MANIFEST);
  const main = readDependencies(manifest, "require", source);
  const all = new Map([...readDependencies(manifest, "require-dev", source), ...main]);
  const frameworks = findKnown(PHP_FRAMEWORKS, main);
  const scripts = Object.keys(tableAt(manifest, "scripts")).filter((name) => !EVENT.test(name));
  return createFolderFacts({
    weight: 4 + (frameworks.length > 0 ? 2 : 0),
    name: toName(textAt(manifest, "name")),
    description: textAt(manifest, "description"),
    languages: [{ name: "PHP", version: toVersion(main.get("php")?.version), source }],
    frameworks,
    tools: findKnown(PHP_TOOLS, all),
    packageManagers: [{ name: "Composer", source }],
    places: [
      ...readPlaces(view, manifest, "autoload"),
      ...readPlaces(view, manifest, "autoload-dev"),
    ],
    commands: toTaskCommands(
      scripts,
      (script) => `composer ${BUILT_IN.has(script) ? "run " : ""}${script}`,
      source,
    ),
    implied: readImplied(view, all, source),
  });
}

/** Folders of namespaces. */
function readPlaces(view: ProjectView, manifest: Table, key: string): Place[] {
  const kind = key === "autoload" ? ("namespace" as const) : ("tests" as const);
  return ["psr-4", "psr-0"].flatMap((standard) =>
    Object.entries(tableAt(manifest, key, standard)).flatMap(([space, folder]) =>
      findPlaces(view, MANIFEST, [
        String(folder),
        kind,
        kind === "tests" ? undefined : space.replaceAll("\\", "/").replace(/\/$/, ""),
      ]),
    ),
  );
}

function readDependencies(manifest: Table, key: string, source: string): Map<string, Dependency> {
  const own = valueAt(manifest, "name");
  return new Map(
    Object.entries(tableAt(manifest, key)).flatMap(([name, version]): [string, Dependency][] =>
      name === own ? [] : [[name, { version, source }]],
    ),
  );
}

function readImplied(
  view: ProjectView,
  packages: ReadonlyMap<string, Dependency>,
  source: string,
): Command[] {
  const commands: Command[] = [{ purpose: "install", command: "composer install", source }];
  const add = (purpose: string, command: string, file: string) =>
    commands.push({ purpose, command, source: view.source(file) });
  if (view.has("artisan")) add("dev", "php artisan serve", "artisan");
  const settings = view.matching(/^phpunit(?:\.dist)?\.xml(?:\.dist)?$/)[0];
  if (view.has("bin/phpunit")) add("test", "bin/phpunit", "bin/phpunit");
  else if (packages.has("pestphp/pest")) add("test", "vendor/bin/pest", MANIFEST);
  else if (packages.has("phpunit/phpunit") && settings !== undefined) {
    add("test", "vendor/bin/phpunit", settings);
  }
  const phpstan = view.matching(/^phpstan(?:\.dist)?\.neon(?:\.dist)?$/)[0];
  if (phpstan !== undefined) add("lint", "vendor/bin/phpstan analyse", phpstan);
  if (packages.has("laravel/pint")) add("format", "vendor/bin/pint", MANIFEST);
  else if (packages.has("friendsofphp/php-cs-fixer")) {
    add("format", "vendor/bin/php-cs-fixer fix", MANIFEST);
  }
  return commands;
}
