import { tableAt, textAt, textsAt, valueAt } from "../../formats/values.ts";
import { toTaskCommands } from "../commands.ts";
import type { Command, Fact } from "../facts.ts";
import { type Dependency, type Manifest, listCommands } from "../manifest.ts";
import { toName } from "../plain-text.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";

const COMPOSER = "composer.json";
/** Composer runs these itself, or has a command of that name. */
const COMPOSER_OWN =
  /^(?:(?:pre|post)-.+|auto-scripts|about|archive|audit|browse|bump|check-platform-reqs|config|exec|help|init|install|licenses|list|outdated|reinstall|remove|require|search|show|status|update|upgrade|validate|why)$/;

export function readPhp(view: ProjectView): Manifest | undefined {
  const manifest = view.json(COMPOSER);
  if (manifest === undefined) return undefined;
  const source = view.source(COMPOSER);
  const read = (key: string): [string, Dependency][] =>
    Object.entries(tableAt(manifest, key)).map(([name, version]) => [name, { version, source }]);
  const main = new Map(read("require"));
  const dev = new Map([...read("require-dev"), ...main]);
  const scripts = Object.keys(tableAt(manifest, "scripts")).filter(
    (name) => !COMPOSER_OWN.test(name),
  );
  const phpunit = view.matching(/^phpunit(?:\.dist)?\.xml(?:\.dist)?$/)[0];
  const program = view.firstOf("bin/phpunit");
  const isPest = dev.has("pestphp/pest");
  return {
    weight: view.firstOf("artisan", "bin/console") === undefined ? 4 : 6,
    source,
    name: toName(textAt(manifest, "name")),
    description: textAt(manifest, "description"),
    languages: [{ name: "PHP", version: toVersion(main.get("php")?.version), source }],
    main,
    dev,
    managers: [{ name: "Composer", source }],
    tasks: toTaskCommands(scripts, (script) => `composer ${script}`, source),
    implied: listCommands(
      view,
      isPest && ["test", "vendor/bin/pest", COMPOSER],
      !isPest && ["test", "bin/phpunit", program],
      !isPest &&
        program === undefined &&
        dev.has("phpunit/phpunit") && ["test", "vendor/bin/phpunit", phpunit],
      [
        "lint",
        "vendor/bin/phpstan analyse",
        view.matching(/^phpstan(?:\.dist)?\.neon(?:\.dist)?$/)[0],
      ],
      dev.has("laravel/pint") && ["format", "vendor/bin/pint", COMPOSER],
      ["dev", "php artisan serve", view.firstOf("artisan")],
      ["install", "composer install", COMPOSER],
    ),
  };
}

const GEM = /^\s*gem\s*\(?\s*["']([\w.-]+)["'](?:\s*,\s*["']([^"'\n]+)["'])?/;
const REQUIREMENT =
  /\.add_(?:runtime_)?dependency\s*\(?\s*["']([\w.-]+)["'](?:\s*,\s*["']([^"'\n]+)["'])?/;

export function readRuby(view: ProjectView): Manifest | undefined {
  const gemfile = view.text("Gemfile");
  const [gemspec] = view.readNames(/^[\w.-]+\.gemspec$/);
  const manifest = gemspec ?? (gemfile === undefined ? undefined : "Gemfile");
  if (manifest === undefined) return undefined;
  const spec = view.text(gemspec ?? "") ?? "";
  const required = collect(spec, REQUIREMENT, view.source(manifest));
  const listed = collect(gemfile ?? "", GEM, view.source("Gemfile"));
  const main = new Map(gemspec === undefined ? listed : required);
  const dev = new Map([...required, ...listed]);
  const rails = view.firstOf("bin/rails");
  const isApp = rails !== undefined || ["rails", "hanami", "sinatra"].some((gem) => main.has(gem));
  const hasRspec = dev.has("rspec") || dev.has("rspec-rails");
  const rspec = view.firstOf(".rspec") ?? (hasRspec && view.has("spec/") ? "Gemfile" : undefined);
  return {
    // A Gemfile alone often serves a documentation site or a mobile build beside the real project.
    weight: gemspec !== undefined ? 5 : isApp ? 6 : 2,
    source: view.source(manifest),
    name: toName(literal(spec, "name")),
    description: literal(spec, "summary") ?? literal(spec, "description"),
    languages: [findRuby(view, gemfile ?? "", spec, manifest)],
    main,
    dev,
    managers: gemfile === undefined ? [] : [{ name: "Bundler", source: view.source("Gemfile") }],
    tasks: readRakeTasks(view),
    implied: listCommands(
      view,
      ["test", "bundle exec rspec", rspec],
      rspec === undefined && view.has("test/") && ["test", "bin/rails test", rails],
      ["lint", "bin/rubocop", view.firstOf("bin/rubocop")],
      !view.has("bin/rubocop") && ["lint", "bundle exec rubocop", view.firstOf(".rubocop.yml")],
      ["dev", "bin/dev", view.firstOf("bin/dev")],
      !view.has("bin/dev") && ["dev", "bin/rails server", rails],
      ["install", "bin/setup", view.firstOf("bin/setup")],
      gemfile !== undefined && ["install", "bundle install", "Gemfile"],
    ),
  };
}

function collect(text: string, pattern: RegExp, source: string): [string, Dependency][] {
  return text.split("\n").flatMap((line): [string, Dependency][] => {
    const [, name, version] = pattern.exec(line) ?? [];
    return name === undefined ? [] : [[name, { version, source }]];
  });
}

function literal(spec: string, key: string): string | undefined {
  const [, double, single] =
    new RegExp(`\\.${key}\\s*=\\s*(?:"([^"\\n#]*)"|'([^'\\n]*)')`).exec(spec) ?? [];
  return double ?? single;
}

function findRuby(view: ProjectView, gemfile: string, spec: string, manifest: string): Fact {
  const declared =
    /^[ \t]*ruby[ \t]+["']([^"'\n]+)["']/m.exec(gemfile)?.[1] ??
    literal(spec, "required_ruby_version");
  const version = toVersion(declared);
  const file = view.text(".ruby-version")?.trim();
  const pinned = toVersion(file?.replace(/^ruby-/, ""));
  const isPinned = version === undefined && pinned !== undefined;
  const source = view.source(isPinned ? ".ruby-version" : manifest);
  return { name: "Ruby", version: version ?? pinned, source };
}

const RAKE_TASK = /^task\s*\(?\s*(?::([a-z]\w*)|["']([a-z][\w:]*)["']|([a-z]\w*):)/;
const TEST_TASK = /(?:TestTask|RakeTask)\.(?:new|create)(?:\s*\(\s*:(\w+))?/;

/** Tasks outside namespaces: a line that is indented belongs to one. */
function readRakeTasks(view: ProjectView): Command[] {
  const tasks = (view.text("Rakefile") ?? "").split("\n").flatMap((line) => {
    if (/^\s/.test(line)) return [];
    const [, symbol, quoted, keyword] = RAKE_TASK.exec(line) ?? [];
    const test = TEST_TASK.exec(line);
    const own = test === null ? undefined : (test[1] ?? (line.includes("RSpec") ? "spec" : "test"));
    return symbol ?? quoted ?? keyword ?? own ?? [];
  });
  const named = tasks.filter((task) => task !== "default");
  return toTaskCommands(named, (task) => `bundle exec rake ${task}`, view.source("Rakefile"));
}

export function readDeno(view: ProjectView): Manifest | undefined {
  const manifest = view.readNames(/^deno\.jsonc?$/)[0];
  const settings = manifest === undefined ? undefined : view.json(manifest);
  if (manifest === undefined || settings === undefined) return undefined;
  const source = view.source(manifest);
  const tasks = Object.keys(tableAt(settings, "tasks"));
  return {
    weight: 4,
    source,
    name: toName(textAt(settings, "name")),
    languages: [{ name: "TypeScript", source }],
    runtimes: [{ name: "Deno", source }],
    members: textsAt(settings, "workspace"),
    tasks: toTaskCommands(tasks, (task) => `deno task ${task}`, source),
  };
}

export function readDart(view: ProjectView): Manifest | undefined {
  const manifest = view.yaml("pubspec.yaml");
  if (manifest === undefined) return undefined;
  const source = view.source("pubspec.yaml");
  const flutter = valueAt(manifest, "dependencies", "flutter");
  const tool = flutter === undefined ? "dart" : "flutter";
  const version = toVersion(textAt(manifest, "environment", "sdk"));
  return {
    weight: 4,
    source,
    name: toName(textAt(manifest, "name")),
    description: textAt(manifest, "description"),
    languages: [{ name: "Dart", version, source }],
    main: new Map(flutter === undefined ? [] : [["flutter", { version: undefined, source }]]),
    managers: [{ name: "pub", source }],
    implied: listCommands(view, view.has("test/") && ["test", `${tool} test`, "pubspec.yaml"], [
      "install",
      `${tool} pub get`,
      "pubspec.yaml",
    ]),
  };
}

export function readElixir(view: ProjectView): Manifest | undefined {
  const text = view.text("mix.exs");
  if (text === undefined || !/\buse\s+Mix\.Project\b/.test(text)) return undefined;
  const source = view.source("mix.exs");
  const dependencies = text.matchAll(/\{\s*:(\w+)\s*,\s*"([^"\n]*)"/g);
  const version = toVersion(/\belixir:\s*"([^"\n]+)"/.exec(text)?.[1]);
  return {
    weight: 4,
    source,
    name: toName(/\bapp:\s*:(\w+)/.exec(text)?.[1]),
    description: /\bdescription:\s*"([^"\n]+)"/.exec(text)?.[1],
    languages: [{ name: "Elixir", version, source }],
    main: new Map(
      [...dependencies].map(([, name = "", declared]) => [name, { version: declared, source }]),
    ),
    managers: [{ name: "Mix", source }],
    implied: listCommands(
      view,
      ["test", "mix test", "mix.exs"],
      ["build", "mix compile", "mix.exs"],
      ["install", "mix deps.get", "mix.exs"],
    ),
  };
}
