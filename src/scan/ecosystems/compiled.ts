import type { Ecosystem } from "../ecosystem.ts";

const GO_MOD = /^go\.mod$/;

export const GO: Ecosystem = {
  kind: "go",
  manifests: [[GO_MOD, /^module\s/m]],
  // `github.com/gofiber/fiber/v3` is called fiber.
  name: [[GO_MOD, /^module\s+"?\S*?([^\s"/]+)(?:\/v\d+)?"?\s*$/gm]],
  languages: [{ name: "Go", version: [[GO_MOD, /^go\s+(\S+)/gm]] }],
  packages: [
    [
      GO_MOD,
      /^(?:require)?[ \t]+([\w~-]+\.[\w./~-]+?)(?:\/v\d+)?[ \t]+(v[\w.+-]+)(?!.*\/\/ indirect)/gm,
    ],
  ],
  managers: [["Go modules", "", GO_MOD]],
  members: [[/^go\.work$/, /^(?:use\s+|\s+)\.\/([\w./-]+)\s*$/gm]],
  commands: [
    ["test", "go test ./...", GO_MOD],
    ["lint", "golangci-lint run", /^\.golangci\.(?:ya?ml|toml|json)$/],
    ["start", "go run .", /^main\.go$/],
    ["build", "go build ./...", GO_MOD],
    ["install", "go mod download", GO_MOD],
  ],
};

const CARGO = /^Cargo\.toml$/;
/** If the root is a package itself, commands leave out its members unless told otherwise. */
const BOTH = /^\[package\][^]*^\[workspace\b|^\[workspace\b[^]*^\[package\]/m;

export const RUST: Ecosystem = {
  kind: "rust",
  manifests: [[CARGO, /^\[(?:package|workspace)\b/m]],
  name: [[CARGO, "package.name"]],
  description: [
    [CARGO, "package.description"],
    [CARGO, "workspace.package.description"],
  ],
  languages: [
    {
      name: "Rust",
      version: [
        [CARGO, "package.rust-version"],
        [CARGO, "workspace.package.rust-version"],
      ],
    },
  ],
  packages: [
    [CARGO, "workspace.dependencies"],
    [CARGO, "dependencies"],
  ],
  dev: [[CARGO, "dev-dependencies"]],
  managers: [["Cargo", "", CARGO]],
  members: [[CARGO, "workspace.members"]],
  commands: [
    ["test", "cargo test --workspace", CARGO, BOTH],
    ["test", "cargo test", CARGO],
    ["lint", "cargo clippy", /^\.?clippy\.toml$/],
    ["format", "cargo fmt", /^\.?rustfmt\.toml$/],
    ["start", "cargo run", /^src\/main\.rs$/],
    ["build", "cargo build --workspace", CARGO, BOTH],
    ["build", "cargo build", CARGO],
  ],
};

const POM = /^pom\.xml$/;

export const MAVEN: Ecosystem = {
  kind: "jvm",
  manifests: [[POM, /<project\b/]],
  // The name that is neither the parent's nor a dependency's.
  name: [
    [
      POM,
      /(?:<\/parent>|<\/modelVersion>|<project\b[^>]*>)\s*(?:<(?:groupId|version|packaging|name)>[^<]*<\/\w+>\s*)*<artifactId>\s*([^<\s]+)/g,
    ],
  ],
  languages: [
    {
      name: "Java",
      signs: [[POM, /^(?![^]*kotlin-maven-plugin)/], [/^src\/main\/java\/$/]],
      version: [[POM, /<(?:java\.version|maven\.compiler\.(?:release|source|target))>([\d.]+)</g]],
    },
    {
      name: "Kotlin",
      signs: [[POM, /kotlin-maven-plugin/]],
      version: [[POM, /<kotlin\.version>([\d.]+)</g]],
    },
  ],
  packages: [
    [
      POM,
      /<groupId>\s*([\w.-]+)\s*<\/groupId>\s*<artifactId>[^<]*<\/artifactId>(?:\s*<version>\s*(\d[^<\s]*))?/g,
    ],
  ],
  dev: [[POM, /<artifactId>\s*([\w.-]+)\s*<\/artifactId>/g]],
  managers: [
    ["Maven", "./mvnw", /^mvnw$/],
    ["Maven", "mvn", POM],
  ],
  members: [[POM, /<module>\s*([^<\s]+)\s*<\/module>/g]],
  commands: [
    ["test", "{run} test", POM],
    ["format", "{run} spotless:apply", POM, /spotless-maven-plugin/],
    [
      "dev",
      "{run} spring-boot:run",
      POM,
      /^(?![^]*<modules>)[^]*spring-boot-(?:maven-plugin|starter-parent)/,
    ],
    ["build", "{run} package", POM],
  ],
};

const GRADLE = /^build\.gradle(?:\.kts)?$/;
const SETTINGS = /^settings\.gradle(?:\.kts)?$/;
const CATALOG = /^gradle\/libs\.versions\.toml$/;
const KOTLIN =
  /\bkotlin\s*\(\s*["'](?:jvm|multiplatform|android)|org\.jetbrains\.kotlin\.(?:jvm|multi|android)|plugins\.kotlin/;
const JAVA =
  /["'`](?:java|java-library|application|war)["'`]|^\s*(?:java|`java-library`|application)\s*$/m;

export const GRADLE_BUILD: Ecosystem = {
  kind: "jvm",
  manifests: [[GRADLE], [SETTINGS]],
  name: [[SETTINGS, /rootProject\.name\s*=\s*["']([^"'\n]+)["']/g]],
  languages: [
    {
      name: "Kotlin",
      signs: [[GRADLE, KOTLIN]],
      version: [
        [GRADLE, /kotlin\s*\(\s*["'][\w.-]+["']\s*\)\s*version\s*["']([\w.]+)["']/g],
        [GRADLE, /org\.jetbrains\.kotlin\.\w+["']\s*\)?\s*version\s*["']([\w.]+)["']/g],
        [CATALOG, /^kotlin\s*=\s*"([\d.]+)"/gm],
      ],
    },
    {
      name: "Java",
      signs: [[/^src\/main\/java\/$/], [GRADLE, JAVA]],
      version: [
        [
          GRADLE,
          /(?:JavaLanguageVersion\.of\(\s*|(?:source|target)Compatibility\s*=?\s*(?:JavaVersion\.VERSION_(?:1_)?)?)["']?(\d[\d.]*)/g,
        ],
      ],
    },
  ],
  packages: [
    [GRADLE, /\bid\s*\(?\s*["']([\w.-]+)["']\s*\)?(?:\s*version\s*\(?\s*["']([\w.+-]+)["'])?/g],
    [
      GRADLE,
      /\b\w*(?:[iI]mplementation|[aA]pi|[oO]nly|classpath|platform|kapt|ksp)\b[\s(]*["']([\w.-]+):[\w.-]+(?::([\w.+-]+))?["']/g,
    ],
    [CATALOG, /\b(?:id|module|group)\s*=\s*"([\w.-]+)(?::[\w.-]+)?"/g],
    [CATALOG, /=\s*"([\w.-]+):[\w.-]+:([\w.+-]+)"/g],
  ],
  managers: [
    ["Gradle", "./gradlew", /^gradlew$/],
    ["Gradle", "gradle", GRADLE],
    ["Gradle", "gradle", SETTINGS],
  ],
  members: [
    [SETTINGS, [/\binclude\b\s*\(?((?:\s*["'][\w.:/-]+["']\s*,?)+)/g, /["']:?([\w.:/-]+)["']/g]],
  ],
  commands: [
    // Every project has `check`; `test` exists only with the plugins for the JVM.
    ["test", "{run} test", GRADLE, JAVA],
    ["test", "{run} test", GRADLE, /kotlin\s*\(\s*["']jvm|kotlin\.jvm/],
    ["test", "{run} check", GRADLE],
    ["dev", "{run} bootRun", GRADLE, /org\.springframework\.boot["'](?!.*apply\s*\(?\s*false)/],
    ["build", "{run} build", GRADLE],
  ],
};

const SOLUTION = /^(?:[Ss]rc\/)?[^/]+\.slnx?$/;
const PROJECT = /^(?:[Ss]rc\/)?[^/]+\.(?:cs|fs|vb)proj$/;
const APP = /^(?:[Ss]rc\/)?(?!.*tests?\.\w+$)[^/]+\.(?:cs|fs|vb)proj$/i;

export const DOTNET: Ecosystem = {
  kind: "dotnet",
  manifests: [[SOLUTION], [APP], [PROJECT]],
  languages: [
    { name: "C#", signs: [[SOLUTION, /\.csproj/], [/\.csproj$/]] },
    { name: "F#", signs: [[SOLUTION, /\.fsproj/], [/\.fsproj$/]] },
    { name: "Visual Basic", signs: [[SOLUTION, /\.vbproj/], [/\.vbproj$/]] },
  ],
  runtimes: [
    { name: ".NET SDK", version: [[/^global\.json$/, "sdk.version"]] },
    { name: ".NET", version: [[PROJECT, /<TargetFrameworks?>\s*net(\d+\.\d+)/g]] },
  ],
  packages: [
    [PROJECT, /<PackageReference\s[^>]*?Include="([^"]+)"(?:[^>]*?\sVersion="(\d[^"]*)")?/g],
    [PROJECT, /<Project\s[^>]*?Sdk="([^"/]+)/g],
  ],
  // Versions listed for all projects may be used only in benchmarks and tests.
  dev: [
    [
      /^(?:[Ss]rc\/)?Directory\.(?:Build|Packages)\.props$/,
      /<Package(?:Version|Reference)\s[^>]*?Include="([^"]+)"(?:[^>]*?\sVersion="(\d[^"]*)")?/g,
    ],
  ],
  managers: [
    ["NuGet", "", SOLUTION],
    ["NuGet", "", APP],
  ],
  members: [[/^[^/]+\.slnx?$/, /"([^"\n]{1,300})[\\/][^"\\/\n]{1,200}\.(?:cs|fs|vb)proj"/g]],
  commands: [
    // Without a test project the command does nothing.
    ["test", "dotnet test {file}", SOLUTION, /tests?\.(?:cs|fs|vb)proj/i],
    ["test", "dotnet test {file}", /^[^/]*tests?\.(?:cs|fs|vb)proj$/i],
    ["build", "dotnet build {file}", SOLUTION],
    ["build", "dotnet build {file}", APP],
    ["install", "dotnet restore {file}", SOLUTION],
    ["install", "dotnet restore {file}", APP],
  ],
};
