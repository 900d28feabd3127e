import type { Ecosystem, Field } from "../ecosystem.ts";

const PYPROJECT = /^pyproject\.toml$/;
const SETUP_PY = /^setup\.py$/;
const SETUP_CFG = /^setup\.cfg$/;
const INI = /^(?:setup\.cfg|tox\.ini)$/;
const PIPFILE = /^Pipfile$/;
const REQUIREMENTS = /^requirements(?:[-_.][\w.-]*)?(?:\/[\w-]+)?\.txt$/;

export const PYTHON: Ecosystem = {
  kind: "python",
  manifests: [
    [PYPROJECT, /^\[(?:project|tool\.poetry)\]/m],
    [SETUP_CFG, /^\[metadata\]/m],
    [SETUP_PY, /\bsetup\s*\(/],
    [/^requirements\.txt$/],
    [REQUIREMENTS],
    [PIPFILE],
  ],
  name: [
    [PYPROJECT, "project.name"],
    [PYPROJECT, "tool.poetry.name"],
    [SETUP_CFG, /^name\s*=\s*(\S+)/gm],
    [SETUP_PY, /\bname\s*=\s*["']([^"'\n]+)["']/g],
  ],
  description: [
    [PYPROJECT, "project.description"],
    [PYPROJECT, "tool.poetry.description"],
    [SETUP_CFG, /^description\s*=\s*(.+)/gm],
    [SETUP_PY, /\bdescription\s*=\s*["']([^"'\n]+)["']/g],
  ],
  languages: [
    {
      name: "Python",
      version: [
        [PYPROJECT, "project.requires-python"],
        [PYPROJECT, "tool.poetry.dependencies.python"],
        [SETUP_CFG, /^python_requires\s*=\s*(.+)/gm],
        [SETUP_PY, /\bpython_requires\s*=\s*["']([^"'\n]+)["']/g],
        [/^\.python-version$/, /^(\S+)/g],
      ],
    },
  ],
  packages: [
    [PYPROJECT, "project.dependencies"],
    [PYPROJECT, "tool.poetry.dependencies"],
    [SETUP_CFG, [/^install_requires\s*=((?:.*\n?)(?:[ \t]+.*\n?)*)/gm, /^[ \t]*(\S.*)/gm]],
    [SETUP_PY, [/\binstall_requires\s*=\s*\[([^\]]*)\]/g, /["']([^"'\n]+)["']/g]],
    [/^requirements(?:[-_./](?:base|common|default|main|prod|production))?\.txt$/, /^(\w.*)/gm],
    [PIPFILE, "packages"],
  ],
  dev: [
    [PYPROJECT, "project.optional-dependencies.*"],
    [PYPROJECT, "dependency-groups.*"],
    [PYPROJECT, "tool.poetry.dev-dependencies"],
    [PYPROJECT, "tool.poetry.group.*.dependencies"],
    [REQUIREMENTS, /^(\w.*)/gm],
    [PIPFILE, "dev-packages"],
  ],
  managers: [
    ["uv", "uv run ", /^uv\.lock$/],
    ["Poetry", "poetry run ", /^poetry\.lock$/],
    ["PDM", "pdm run ", /^pdm\.lock$/],
    ["Pipenv", "pipenv run ", PIPFILE],
    ["uv", "uv run ", PYPROJECT, /^\[tool\.uv\b/m],
    ["Poetry", "poetry run ", PYPROJECT, /^\[tool\.poetry\]/m],
    ["pip", "", /^requirements\.txt$/],
    ["pip", "", REQUIREMENTS],
  ],
  members: [[PYPROJECT, "tool.uv.workspace.members"]],
  commands: [
    ["test", "{run}pytest", PYPROJECT, /^\[tool\.pytest\b|["']pytest\b(?!-)|^pytest\s*=/m],
    ["test", "{run}pytest", INI, /^\[(?:tool:)?pytest\]/m],
    ["test", "{run}pytest", /^(?:pytest\.ini|conftest\.py|tests\/conftest\.py)$/],
    ["test", "{run}pytest", REQUIREMENTS, /^pytest\b(?!-)/m],
    ["test", "{run}pytest", PIPFILE, /^pytest\s*=/m],
    ["test", "{run}python manage.py test", /^manage\.py$/],
    ["test", "tox", /^tox\.(?:ini|toml)$/],
    ["test", "nox", /^noxfile\.py$/],
    ["lint", "{run}ruff check", PYPROJECT, /^\[tool\.ruff\b/m],
    ["lint", "{run}ruff check", /^\.?ruff\.toml$/],
    ["lint", "{run}flake8", /^\.flake8$/],
    ["lint", "{run}flake8", INI, /^\[flake8\]/m],
    // If its settings name no files, mypy must be told what to check, which is unknown.
    ["types", "{run}mypy", PYPROJECT, /^\[tool\.mypy\][^[]*^(?:files|packages|modules)\s*=/m],
    ["types", "{run}pyright", PYPROJECT, /^\[tool\.pyright\b/m],
    ["format", "{run}ruff format", PYPROJECT, /^\[tool\.ruff\.format\b/m],
    ["format", "{run}black .", PYPROJECT, /^\[tool\.black\b/m],
    ["dev", "{run}python manage.py runserver", /^manage\.py$/],
    ["install", "uv sync", /^uv\.lock$/],
    ["install", "poetry install", /^poetry\.lock$/],
    ["install", "pdm install", /^pdm\.lock$/],
    ["install", "pipenv install", PIPFILE],
    ["install", "uv sync", PYPROJECT, /^\[tool\.uv\b/m],
    ["install", "poetry install", PYPROJECT, /^\[tool\.poetry\]/m],
    ["install", "pip install -e .", PYPROJECT, /^\[project\]/m],
    ["install", "pip install -e .", SETUP_PY, /\bsetup\s*\(/],
    ["install", "pip install -r {file}", /^requirements\.txt$/],
  ],
};

const COMPOSER = /^composer\.json$/;

export const PHP: Ecosystem = {
  kind: "php",
  manifests: [[COMPOSER]],
  name: [[COMPOSER, "name"]],
  description: [[COMPOSER, "description"]],
  languages: [{ name: "PHP", version: [[COMPOSER, "require.php"]] }],
  packages: [[COMPOSER, "require"]],
  dev: [[COMPOSER, "require-dev"]],
  managers: [["Composer", "", COMPOSER]],
  tasks: [COMPOSER, "scripts"],
  runner: "composer",
  commands: [
    ["test", "vendor/bin/pest", COMPOSER, /"pestphp\/pest"/],
    ["test", "bin/phpunit", /^bin\/phpunit$/],
    ["test", "vendor/bin/phpunit", /^phpunit(?:\.dist)?\.xml(?:\.dist)?$/],
    ["lint", "vendor/bin/phpstan analyse", /^phpstan(?:\.dist)?\.neon(?:\.dist)?$/],
    ["format", "vendor/bin/pint", COMPOSER, /"laravel\/pint"/],
    ["dev", "php artisan serve", /^artisan$/],
    ["install", "composer install", COMPOSER],
  ],
};

const GEMFILE = /^Gemfile$/;
const GEMSPEC = /^[\w.-]+\.gemspec$/;
const GEMS: Field = [
  GEMFILE,
  /^[ \t]*gem[ \t]*\(?[ \t]*["']([\w.-]+)["'](?:[ \t]*,[ \t]*["']([^"'\n]+)["'])?/gm,
];
const REQUIRED: Field = [
  GEMSPEC,
  /\.add_(?:runtime_)?dependency\s*\(?\s*["']([\w.-]+)["'](?:\s*,\s*["']([^"'\n]+)["'])?/g,
];

const RUBY: Omit<Ecosystem, "manifests"> = {
  kind: "ruby",
  name: [[GEMSPEC, /\.name\s*=\s*["']([^"'\n]+)["']/g]],
  description: [[GEMSPEC, /\.summary\s*=\s*["']([^"'\n#]+)["']/g]],
  languages: [
    {
      name: "Ruby",
      version: [
        [GEMFILE, /^[ \t]*ruby[ \t]+["']([^"'\n]+)["']/gm],
        [GEMSPEC, /\.required_ruby_version\s*=\s*["']([^"'\n]+)["']/g],
        [/^\.ruby-version$/, /^(?:ruby-)?(\S+)/g],
      ],
    },
  ],
  dev: [GEMS],
  managers: [["Bundler", "", GEMFILE]],
  commands: [
    ["test", "bundle exec rspec", /^\.rspec$/],
    ["test", "bundle exec rspec", GEMFILE, /^[ \t]*gem[ \t(]+["']rspec/m],
    ["test", "bin/rails test", /^bin\/rails$/],
    [
      "test",
      "bundle exec rake test",
      /^Rakefile$/,
      /\bTestTask\.(?:new|create)|^task[ (]+:test\b/m,
    ],
    ["lint", "bin/rubocop", /^bin\/rubocop$/],
    ["lint", "bundle exec rubocop", /^\.rubocop\.yml$/],
    ["dev", "bin/dev", /^bin\/dev$/],
    ["dev", "bin/rails server", /^bin\/rails$/],
    ["install", "bin/setup", /^bin\/setup$/],
    ["install", "bundle install", GEMFILE],
  ],
};

/** A gem: its Gemfile lists only what is needed for development. */
export const RUBY_GEM: Ecosystem = {
  ...RUBY,
  manifests: [[GEMSPEC]],
  packages: [REQUIRED],
};

export const RAILS: Ecosystem = {
  ...RUBY,
  manifests: [[GEMFILE, /^[ \t]*gem[ \t(]+["'](?:rails|hanami|sinatra)["']/m]],
  unless: GEMSPEC,
  packages: [GEMS],
};

/** A Gemfile alone often serves a documentation site or a mobile build beside the real project. */
export const RUBY_APP: Ecosystem = { ...RAILS, manifests: [[GEMFILE]] };
