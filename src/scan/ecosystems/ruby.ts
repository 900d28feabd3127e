import { type Dependency, type Known, findKnown } from "../dependencies.ts";
import type { Command, Fact } from "../facts.ts";
import { type FolderFacts, createFolderFacts } from "../folder-facts.ts";
import { findPlaces } from "../places.ts";
import { toName } from "../plain-text.ts";
import { toTaskCommands } from "../tasks.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";

export const RUBY_FRAMEWORKS: readonly Known[] = [
  ["Rails", "rails", "railties"],
  ["Hanami", "hanami"],
  ["Sinatra", "sinatra"],
  ["Grape", "grape"],
  ["Roda", "roda"],
  ["Jekyll", "jekyll"],
  ["CocoaPods", "cocoapods"],
  ["fastlane", "fastlane"],
  ["Sidekiq", "sidekiq"],
  ["Devise", "devise"],
  ["GraphQL Ruby", "graphql"],
  ["Vite Ruby", "vite_rails"],
  ["Hotwire Turbo", "turbo-rails"],
  ["Rack", "rack"],
];
export const RUBY_TOOLS: readonly Known[] = [
  ["RSpec", "rspec"],
  ["RSpec Rails", "rspec-rails"],
  ["Minitest", "minitest"],
  ["Capybara", "capybara"],
  ["RuboCop", "rubocop"],
  ["Standard", "standard"],
  ["Rake", "rake"],
];
const GEM = /^\s*gem\s*\(?\s*["']([\w.-]+)["'](?:\s*,\s*["']([^"'\n]+)["'])?/;
const REQUIREMENT =
  /\.add_(?:runtime_)?dependency\s*\(?\s*["']([\w.-]+)["'](?:\s*,\s*["']([^"'\n]+)["'])?/;

export function readRuby(view: ProjectView): FolderFacts | undefined {
  const gemfile = view.text("Gemfile");
  const [gemspec] = view.readNames(/^[\w.-]+\.gemspec$/);
  if (gemfile === undefined && gemspec === undefined) return undefined;
  const spec = gemspec === undefined ? "" : (view.text(gemspec) ?? "");
  const main = new Map<string, Dependency>();
  const dev = new Map<string, Dependency>();
  collect(spec, REQUIREMENT, main, view.source(gemspec ?? ""));
  collect(gemfile ?? "", GEM, gemspec === undefined ? main : dev, view.source("Gemfile"));
  const all = new Map([...main, ...dev]);
  const manifest = gemspec ?? "Gemfile";
  return createFolderFacts({
    weight: weigh(view, main, gemspec !== undefined && gemfile !== undefined, gemspec),
    name: toName(literal(spec, "name")),
    description: literal(spec, "summary") ?? literal(spec, "description"),
    languages: [findLanguage(view, gemfile ?? "", spec, manifest)],
    frameworks: findKnown(RUBY_FRAMEWORKS, main),
    tools: findKnown(RUBY_TOOLS, all),
    packageManagers:
      gemfile === undefined ? [] : [{ name: "Bundler", source: view.source("Gemfile") }],
    places:
      gemspec === undefined
        ? []
        : findPlaces(view, gemspec, ["lib", "source", literal(spec, "name")]),
    commands: readRakeTasks(view),
    implied: readImplied(view, all, gemfile !== undefined),
  });
}

/** A Gemfile alone often serves a documentation site or a mobile build beside the real project. */
function weigh(
  view: ProjectView,
  main: ReadonlyMap<string, Dependency>,
  isGem: boolean,
  gemspec: string | undefined,
): number {
  if (isGem) return 6;
  if (gemspec !== undefined) return 4;
  const isApp =
    ["rails", "railties", "hanami", "sinatra"].some((gem) => main.has(gem)) ||
    view.has("bin/rails");
  return (isApp ? 5 : 2) + (view.has("config.ru") ? 2 : 0);
}

function collect(
  text: string,
  pattern: RegExp,
  found: Map<string, Dependency>,
  source: string,
): void {
  for (const line of text.split("\n")) {
    const [, name, version] = pattern.exec(line) ?? [];
    if (name !== undefined) found.set(name, { version, source });
  }
}

function literal(spec: string, key: string): string | undefined {
  const [, double, single] =
    new RegExp(`\\.${key}\\s*=\\s*(?:"([^"\\n#]*)"|'([^'\\n]*)')`).exec(spec) ?? [];
  return double ?? single;
}

function findLanguage(view: ProjectView, gemfile: string, spec: string, manifest: string): Fact {
  const declared =
    /^[ \t]*ruby[ \t]+["']([^"'\n]+)["']/m.exec(gemfile)?.[1] ??
    literal(spec, "required_ruby_version");
  const version = toVersion(declared);
  if (version !== undefined) return { name: "Ruby", version, source: view.source(manifest) };
  const pinned = toVersion(
    view
      .text(".ruby-version")
      ?.trim()
      .replace(/^ruby-/, ""),
  );
  return pinned === undefined
    ? { name: "Ruby", source: view.source(manifest) }
    : { name: "Ruby", version: pinned, source: view.source(".ruby-version") };
}

const RAKE_TASK = /^\s*task\s*\(?\s*(?::([a-z]\w*)|["']([a-z][\w:]*)["']|([a-z]\w*):)/;
const TEST_TASK = /(?:TestTask|RakeTask)\.(?:new|create)(?:\s*\(\s*:(?:(\w+)|'([\w:]+)'))?/;

/** Tasks outside namespaces: a line that is indented belongs to one. */
function readRakeTasks(view: ProjectView): Command[] {
  const text = view.text("Rakefile") ?? "";
  const tasks = text.split("\n").flatMap((line) => {
    if (/^\s/.test(line)) return [];
    const [, symbol, quoted, keyword] = RAKE_TASK.exec(line) ?? [];
    const name = symbol ?? quoted ?? keyword;
    if (name !== undefined) return [name];
    const test = TEST_TASK.exec(line);
    if (test === null) return [];
    return [test[1] ?? test[2] ?? (line.includes("RSpec") ? "spec" : "test")];
  });
  return toTaskCommands(
    tasks.filter((task) => task !== "default"),
    (task) => `bundle exec rake ${task}`,
    view.source("Rakefile"),
  );
}

function readImplied(
  view: ProjectView,
  gems: ReadonlyMap<string, Dependency>,
  hasGemfile: boolean,
): Command[] {
  const commands: Command[] = [];
  const add = (purpose: string, command: string, file: string) =>
    commands.push({ purpose, command, source: view.source(file) });
  if (view.has("bin/setup")) add("install", "bin/setup", "bin/setup");
  if (hasGemfile) add("install", "bundle install", "Gemfile");
  if (view.has("bin/dev")) add("dev", "bin/dev", "bin/dev");
  else if (view.has("bin/rails")) add("dev", "bin/rails server", "bin/rails");
  const hasRspec = gems.has("rspec") || gems.has("rspec-rails");
  if (view.has(".rspec") || (hasRspec && view.has("spec/"))) {
    add("test", "bundle exec rspec", view.firstOf(".rspec") ?? "Gemfile");
  } else if (view.has("bin/rails") && view.has("test/")) add("test", "bin/rails test", "bin/rails");
  if (view.has("bin/rubocop")) add("lint", "bin/rubocop", "bin/rubocop");
  else if (view.has(".rubocop.yml")) add("lint", "bundle exec rubocop", ".rubocop.yml");
  else if (view.has(".standard.yml")) add("lint", "bundle exec standardrb", ".standard.yml");
  return commands;
}
