import type { Fact } from "./facts.ts";

/** The usual name of something, and the packages that provide it, by their names in the manifest. */
type Known = readonly [label: string, ...packages: readonly string[]];

/** Direct dependencies by folded name, with the version as declared. */
export type Dependencies = ReadonlyMap<
  string,
  { readonly version: string | undefined; readonly source: string }
>;

/** What an app is made with, the most telling first. Nearly every name means the same in all package registries. */
export const FRAMEWORKS = list(`
  Next.js = next, Nuxt = nuxt, Remix = @remix-run/react, React Router = @react-router/dev,
  SvelteKit = @sveltejs/kit, Astro = astro, Gatsby = gatsby, Docusaurus = @docusaurus/core,
  VitePress = vitepress, Angular = @angular/core, Expo = expo, React Native = react-native,
  Taro = @tarojs/taro, uni-app = @dcloudio/uni-app, React = react, Preact = preact, Vue = vue,
  Svelte = svelte, SolidJS = solid-js, Lit = lit, Electron = electron, Tauri = @tauri-apps/api,
  NestJS = @nestjs/core, Express = express, Fastify = fastify, Koa = koa, Hono = hono, Egg.js = egg,
  tRPC = @trpc/server, Socket.IO = socket.io, MCP SDK = @modelcontextprotocol/sdk,
  Prisma = @prisma/client or prisma, Drizzle = drizzle-orm, TypeORM = typeorm, Mongoose = mongoose,
  Ant Design = antd, Element Plus = element-plus, MUI = @mui/material, Tailwind CSS = tailwindcss,
  three.js = three, Commander = commander, Vite = vite, Django = django,
  Django REST framework = djangorestframework, FastAPI = fastapi, Flask = flask, Litestar = litestar,
  aiohttp = aiohttp, Starlette = starlette, Streamlit = streamlit, Gradio = gradio, Scrapy = scrapy,
  Celery = celery, PyTorch = torch, TensorFlow = tensorflow, Transformers = transformers,
  LangChain = langchain, scikit-learn = scikit-learn, pandas = pandas, NumPy = numpy,
  SQLAlchemy = sqlalchemy, Pydantic = pydantic, Typer = typer, Click = click, MCP SDK = mcp,
  Spring Boot = org.springframework.boot, Spring Cloud = org.springframework.cloud,
  Spring Framework = org.springframework, Quarkus = io.quarkus or io.quarkus.platform,
  Micronaut = io.micronaut or io.micronaut.application, Ktor = io.ktor or io.ktor.plugin,
  Vert.x = io.vertx, Android Gradle plugin = com.android.application or com.android.library,
  Compose Multiplatform = org.jetbrains.compose, Jetpack Compose = androidx.compose,
  Dubbo = org.apache.dubbo, gRPC = io.grpc, Netty = io.netty, MyBatis-Plus = com.baomidou,
  MyBatis = org.mybatis.spring.boot or org.mybatis, Hibernate = org.hibernate.orm or org.hibernate,
  ASP.NET Core = Microsoft.NET.Sdk.Web or Microsoft.AspNetCore.OpenApi,
  .NET Aspire = Aspire.Hosting.AppHost, Blazor = Microsoft.AspNetCore.Components.WebAssembly,
  .NET MAUI = Microsoft.Maui.Controls, Avalonia = Avalonia,
  Entity Framework Core = Microsoft.EntityFrameworkCore or Microsoft.EntityFrameworkCore.SqlServer or Npgsql.EntityFrameworkCore.PostgreSQL,
  Dapper = Dapper, MediatR = MediatR, Gin = github.com/gin-gonic/gin, Echo = github.com/labstack/echo,
  Fiber = github.com/gofiber/fiber, chi = github.com/go-chi/chi, go-zero = github.com/zeromicro/go-zero,
  Gorilla Mux = github.com/gorilla/mux, gRPC = google.golang.org/grpc, Connect = connectrpc.com/connect,
  controller-runtime = sigs.k8s.io/controller-runtime, GORM = gorm.io/gorm, Ent = entgo.io/ent,
  pgx = github.com/jackc/pgx, Cobra = github.com/spf13/cobra, urfave/cli = github.com/urfave/cli,
  Bubble Tea = github.com/charmbracelet/bubbletea, Axum = axum, Actix Web = actix-web, Rocket = rocket,
  Tauri = tauri, Leptos = leptos, Yew = yew, Dioxus = dioxus, Bevy = bevy, egui = egui, Tonic = tonic,
  hyper = hyper, Diesel = diesel, SQLx = sqlx, SeaORM = sea-orm, Tokio = tokio, PyO3 = pyo3,
  NAPI-RS = napi, wasm-bindgen = wasm-bindgen, Ratatui = ratatui, clap = clap,
  Laravel = laravel/framework, Symfony = symfony/framework-bundle or symfony/symfony, Slim = slim/slim,
  CakePHP = cakephp/cakephp, Yii = yiisoft/yii2, CodeIgniter = codeigniter4/framework,
  ThinkPHP = topthink/framework, Hyperf = hyperf/framework,
  Drupal = drupal/core or drupal/core-recommended, Livewire = livewire/livewire,
  Doctrine ORM = doctrine/orm, Rails = rails or railties, Hanami = hanami, Sinatra = sinatra,
  Grape = grape, Jekyll = jekyll, fastlane = fastlane, Sidekiq = sidekiq, Devise = devise,
  Hotwire Turbo = turbo-rails, Rack = rack, Flutter = flutter, Phoenix = phoenix,
  Phoenix LiveView = phoenix_live_view, Ecto = ecto_sql or ecto`);
/** What a project is built and checked with. */
export const TOOLS = list(`
  Turborepo = turbo, Nx = nx, Lerna = lerna, Vite = vite, webpack = webpack, tsdown = tsdown,
  tsup = tsup, Rollup = rollup, esbuild = esbuild, Vitest = vitest, Jest = jest, Mocha = mocha,
  AVA = ava, Playwright = @playwright/test, Cypress = cypress, Storybook = storybook, Oxlint = oxlint,
  Biome = @biomejs/biome, XO = xo, ESLint = eslint, standard = standard, Prettier = prettier,
  Stylelint = stylelint, Changesets = @changesets/cli, pytest = pytest, tox = tox, nox = nox,
  Ruff = ruff, Black = black, isort = isort, Flake8 = flake8, Pylint = pylint, mypy = mypy,
  Pyright = pyright, ty = ty, pre-commit = pre-commit, Alembic = alembic, Sphinx = sphinx,
  MkDocs = mkdocs, JUnit = org.junit.jupiter or org.junit or junit, Kotest = io.kotest,
  Spock = org.spockframework, Mockito = org.mockito, Testcontainers = org.testcontainers,
  Spotless = com.diffplug.spotless, detekt = io.gitlab.arturbosch.detekt or dev.detekt,
  Checkstyle = checkstyle or maven-checkstyle-plugin, xUnit = xunit or xunit.v3, NUnit = NUnit,
  MSTest = MSTest or MSTest.TestFramework or MSTest.Sdk, NSubstitute = NSubstitute, Moq = Moq,
  Testify = github.com/stretchr/testify, Ginkgo = github.com/onsi/ginkgo, insta = insta,
  Criterion = criterion, proptest = proptest, PHPUnit = phpunit/phpunit, Pest = pestphp/pest,
  PHPStan = phpstan/phpstan, Psalm = vimeo/psalm, PHP CS Fixer = friendsofphp/php-cs-fixer,
  Laravel Pint = laravel/pint, RSpec = rspec or rspec-rails, Minitest = minitest, RuboCop = rubocop,
  Standard = standard, Rake = rake`);

/** `React = react, Prisma = @prisma/client or prisma` */
function list(words: string): Known[] {
  return words.split(",").map((entry): Known => {
    const [label = "", packages = ""] = entry.trim().split(" = ");
    return [label, ...packages.split(" or ")];
  });
}

/** Some registries treat `-`, `_` and letter case as equal. */
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

/** Whether a scan can find something of this name: if it cannot, a person wrote the name. */
export function isKnownName(isIt: (name: string) => boolean): boolean {
  return [...FRAMEWORKS, ...TOOLS].some(([name]) => isIt(name));
}

/** `^1.2.3`, `~> 1.2`, `==1.2.3`, `v1.2`: one version, with the operator that allows later ones. */
const SIMPLE =
  /^(?:\^|~>|~=|~|==|=)?\s*v?(?!0\.0\.)(\d{1,8}(?:\.\d{1,8})?)(?:\.[\dx*]+)*(?:\.Final|\.RELEASE)?$/i;
/** A word of a range of versions. */
export const VERSION_PART = /^(?:[<>=!~^]*v?\d[\w.*+-]*|[<>=!~^]+|\*|-)$/;
const LONGEST = 32;

/**
 * A declared version, short enough for a table. Patch numbers are dropped, because they change every week and
 * tell a newcomer nothing; bounds such as `>=3.9` stay. Undefined for a text that is not a version.
 */
export function toVersion(declared: unknown): string | undefined {
  if (typeof declared !== "string") return undefined;
  const text = declared.replace(/^npm:(?:@[\w.-]+\/)?[\w.-]+@/, "").trim();
  const simple = SIMPLE.exec(text)?.[1];
  if (simple !== undefined) return simple;
  const isVersion =
    /\d/.test(text) && text.split(/[\s,|]+/).every((part) => VERSION_PART.test(part));
  if (!isVersion || text.length > LONGEST) return undefined;
  return text.replaceAll(/([<>=!~^]) +(?=\d)/g, "$1").replaceAll(/\s*,\s*/g, ", ");
}
