import type { Fact } from "./facts.ts";

/** The name people call something by, and the packages that bring it, by their names in the manifest. */
type Known = readonly [label: string, ...packages: readonly string[]];

/** What an app is made with, and what it is built and checked with. */
export interface KnownPackages {
  readonly frameworks: readonly Known[];
  readonly tools: readonly Known[];
}

/** Direct dependencies by folded name, with the version as declared. */
export type Dependencies = ReadonlyMap<
  string,
  { readonly version: string | undefined; readonly source: string }
>;

/** Frameworks and tools by ecosystem, each with the packages that bring it; what says most comes first. */
const KNOWN: Readonly<Record<string, KnownPackages>> = {
  node: {
    frameworks: list(`
      Next.js = next, Nuxt = nuxt, Remix = @remix-run/react, React Router = @react-router/dev,
      SvelteKit = @sveltejs/kit, Astro = astro, Gatsby = gatsby, Docusaurus = @docusaurus/core,
      VitePress = vitepress, Angular = @angular/core, Expo = expo, React Native = react-native,
      Taro = @tarojs/taro, uni-app = @dcloudio/uni-app, React = react, Preact = preact, Vue = vue,
      Svelte = svelte, SolidJS = solid-js, Lit = lit, Electron = electron, Tauri = @tauri-apps/api,
      NestJS = @nestjs/core, Express = express, Fastify = fastify, Koa = koa, Hono = hono, Egg.js = egg,
      tRPC = @trpc/server, Socket.IO = socket.io, MCP SDK = @modelcontextprotocol/sdk,
      Prisma = @prisma/client or prisma, Drizzle = drizzle-orm, TypeORM = typeorm, Mongoose = mongoose,
      Ant Design = antd, Element Plus = element-plus, MUI = @mui/material, Tailwind CSS = tailwindcss,
      three.js = three, Commander = commander, Vite = vite`),
    tools: list(`
      Turborepo = turbo, Nx = nx, Lerna = lerna, Vite = vite, webpack = webpack, tsdown = tsdown, tsup = tsup,
      Rollup = rollup, esbuild = esbuild, Vitest = vitest, Jest = jest, Mocha = mocha, AVA = ava,
      node-tap = tap, Playwright = @playwright/test, Cypress = cypress, Storybook = storybook, Oxlint = oxlint,
      Biome = @biomejs/biome, XO = xo, ESLint = eslint, standard = standard, Prettier = prettier,
      Stylelint = stylelint, Changesets = @changesets/cli`),
  },
  python: {
    frameworks: list(`
      Django = django, Django REST framework = djangorestframework, FastAPI = fastapi, Flask = flask,
      Litestar = litestar, aiohttp = aiohttp, Starlette = starlette, Streamlit = streamlit, Gradio = gradio,
      Scrapy = scrapy, Celery = celery, PyTorch = torch, TensorFlow = tensorflow, Transformers = transformers,
      LangChain = langchain, scikit-learn = scikit-learn, pandas = pandas, NumPy = numpy,
      SQLAlchemy = sqlalchemy, Pydantic = pydantic, Typer = typer, Click = click, MCP SDK = mcp`),
    tools: list(`
      pytest = pytest, tox = tox, nox = nox, Ruff = ruff, Black = black, isort = isort, Flake8 = flake8,
      Pylint = pylint, mypy = mypy, Pyright = pyright, ty = ty, pre-commit = pre-commit, Alembic = alembic,
      Sphinx = sphinx, MkDocs = mkdocs`),
  },
  jvm: {
    frameworks: list(`
      Spring Boot = org.springframework.boot, Spring Cloud = org.springframework.cloud,
      Spring Framework = org.springframework, Quarkus = io.quarkus or io.quarkus.platform,
      Micronaut = io.micronaut or io.micronaut.application, Ktor = io.ktor or io.ktor.plugin, Vert.x = io.vertx,
      Android Gradle plugin = com.android.application or com.android.library,
      Compose Multiplatform = org.jetbrains.compose, Jetpack Compose = androidx.compose,
      Dubbo = org.apache.dubbo, gRPC = io.grpc, Netty = io.netty, MyBatis-Plus = com.baomidou,
      MyBatis = org.mybatis.spring.boot or org.mybatis, Hibernate = org.hibernate.orm or org.hibernate`),
    tools: list(`
      JUnit = org.junit.jupiter or org.junit or junit, Kotest = io.kotest, Spock = org.spockframework,
      Mockito = org.mockito, Testcontainers = org.testcontainers, Spotless = com.diffplug.spotless,
      detekt = io.gitlab.arturbosch.detekt or dev.detekt, Checkstyle = checkstyle or maven-checkstyle-plugin`),
  },
  dotnet: {
    frameworks: list(`
      ASP.NET Core = Microsoft.NET.Sdk.Web or Microsoft.AspNetCore.OpenApi,
      .NET Aspire = Aspire.Hosting.AppHost, Blazor = Microsoft.AspNetCore.Components.WebAssembly,
      .NET MAUI = Microsoft.Maui.Controls, Avalonia = Avalonia,
      Entity Framework Core = Microsoft.EntityFrameworkCore or Microsoft.EntityFrameworkCore.SqlServer or Npgsql.EntityFrameworkCore.PostgreSQL,
      Dapper = Dapper, MediatR = MediatR`),
    tools: list(`
      xUnit = xunit or xunit.v3, NUnit = NUnit, MSTest = MSTest or MSTest.TestFramework or MSTest.Sdk,
      NSubstitute = NSubstitute, Moq = Moq`),
  },
  go: {
    frameworks: list(`
      Gin = github.com/gin-gonic/gin, Echo = github.com/labstack/echo, Fiber = github.com/gofiber/fiber,
      chi = github.com/go-chi/chi, go-zero = github.com/zeromicro/go-zero, Gorilla Mux = github.com/gorilla/mux,
      gRPC = google.golang.org/grpc, Connect = connectrpc.com/connect,
      controller-runtime = sigs.k8s.io/controller-runtime, GORM = gorm.io/gorm, Ent = entgo.io/ent,
      pgx = github.com/jackc/pgx, Cobra = github.com/spf13/cobra, urfave/cli = github.com/urfave/cli,
      Bubble Tea = github.com/charmbracelet/bubbletea`),
    tools: list(`
      Testify = github.com/stretchr/testify, Ginkgo = github.com/onsi/ginkgo`),
  },
  rust: {
    frameworks: list(`
      Axum = axum, Actix Web = actix-web, Rocket = rocket, Tauri = tauri, Leptos = leptos, Yew = yew,
      Dioxus = dioxus, Bevy = bevy, egui = egui, Tonic = tonic, hyper = hyper, Diesel = diesel, SQLx = sqlx,
      SeaORM = sea-orm, Tokio = tokio, PyO3 = pyo3, NAPI-RS = napi, wasm-bindgen = wasm-bindgen,
      Ratatui = ratatui, clap = clap`),
    tools: list(`
      insta = insta, Criterion = criterion, proptest = proptest`),
  },
  php: {
    frameworks: list(`
      Laravel = laravel/framework, Symfony = symfony/framework-bundle or symfony/symfony, Slim = slim/slim,
      CakePHP = cakephp/cakephp, Yii = yiisoft/yii2, CodeIgniter = codeigniter4/framework,
      ThinkPHP = topthink/framework, Hyperf = hyperf/framework, Drupal = drupal/core or drupal/core-recommended,
      Livewire = livewire/livewire, Doctrine ORM = doctrine/orm`),
    tools: list(`
      PHPUnit = phpunit/phpunit, Pest = pestphp/pest, PHPStan = phpstan/phpstan, Psalm = vimeo/psalm,
      PHP CS Fixer = friendsofphp/php-cs-fixer, Laravel Pint = laravel/pint`),
  },
  ruby: {
    frameworks: list(`
      Rails = rails or railties, Hanami = hanami, Sinatra = sinatra, Grape = grape, Jekyll = jekyll,
      fastlane = fastlane, Sidekiq = sidekiq, Devise = devise, Hotwire Turbo = turbo-rails, Rack = rack`),
    tools: list(`
      RSpec = rspec or rspec-rails, Minitest = minitest, RuboCop = rubocop, Standard = standard, Rake = rake`),
  },
  other: {
    frameworks: list(`
      Flutter = flutter, Phoenix = phoenix, Phoenix LiveView = phoenix_live_view, Ecto = ecto_sql or ecto`),
    tools: [],
  },
};

/** `React = react, Prisma = @prisma/client or prisma` */
function list(words: string): Known[] {
  return words.split(",").map((entry): Known => {
    const [label = "", packages = ""] = entry.trim().split(" = ");
    return [label, ...packages.split(" or ")];
  });
}

const ALL = Object.values(KNOWN).flatMap(({ frameworks, tools }) => [...frameworks, ...tools]);

export function knownPackages(ecosystem: string): KnownPackages {
  return KNOWN[ecosystem] ?? { frameworks: [], tools: [] };
}

/** Some registries take `-`, `_` and letter case for the same. */
export function fold(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

/** The known ones among the dependencies, in the order of the list. */
export function findKnown(known: readonly Known[], dependencies: Dependencies): Fact[] {
  return known.flatMap(([name, ...packages]) => {
    const found = packages.flatMap((each) => dependencies.get(fold(each)) ?? [])[0];
    return found === undefined
      ? []
      : [{ name, version: toVersion(found.version), source: found.source }];
  });
}

/** Whether a scan can find something of this name: what it cannot find, somebody else has written. */
export function isKnownName(isIt: (name: string) => boolean): boolean {
  return ALL.some(([name]) => isIt(name));
}

/** `^1.2.3`, `~> 1.2`, `==1.2.3`, `v1.2`: one version, with the operator that allows later ones. */
const SIMPLE =
  /^(?:\^|~>|~=|~|==|=|v)?\s*v?(\d+)(?:\.(\d+))?(?:\.[\dx*]+)*(-[\w.-]+)?(?:\.Final|\.RELEASE)?$/i;
const PART = /^(?:[<>=!~^]*v?\d[\w.*+-]*|[<>=!~^]+|\*|-)$/;
const LONGEST = 32;

/**
 * A declared version, short enough for a table. Patch numbers go, as they change every week and tell
 * a newcomer nothing; bounds such as `>=3.9` stay. Undefined for anything that names no version.
 */
export function toVersion(declared: unknown): string | undefined {
  if (typeof declared !== "string") return undefined;
  const text = declared.replace(/^npm:(?:@[\w.-]+\/)?[\w.-]+@/, "").trim();
  if (text.length > LONGEST || !/\d/.test(text)) return undefined;
  const [, major, minor, preview] = SIMPLE.exec(text) ?? [];
  if (major !== undefined) {
    if (preview !== undefined) return text.replace(/^[\^~>=v\s]+/, "");
    // Of `0.0.7` the last number is the only one that says anything.
    if (major === "0" && minor === "0") return text.replace(/^[\^~>=v\s]+/, "");
    return minor === undefined ? major : `${major}.${minor}`;
  }
  if (!text.split(/[\s,|]+/).every((part) => PART.test(part))) return undefined;
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([<>=!~^]) (?=\d)/g, "$1")
    .replaceAll(/\s*,\s*/g, ", ");
}
