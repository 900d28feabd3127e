import { type Dependency, type Known, findKnown } from "../dependencies.ts";
import type { Command } from "../facts.ts";
import { type FolderFacts, createFolderFacts } from "../folder-facts.ts";
import { toName } from "../plain-text.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";

export const GO_FRAMEWORKS: readonly Known[] = [
  ["Gin", "github.com/gin-gonic/gin"],
  ["Echo", "github.com/labstack/echo"],
  ["Fiber", "github.com/gofiber/fiber"],
  ["chi", "github.com/go-chi/chi"],
  ["Beego", "github.com/beego/beego"],
  ["go-zero", "github.com/zeromicro/go-zero"],
  ["Kratos", "github.com/go-kratos/kratos"],
  ["Hertz", "github.com/cloudwego/hertz"],
  ["Kitex", "github.com/cloudwego/kitex"],
  ["GoFrame", "github.com/gogf/gf"],
  ["Gorilla Mux", "github.com/gorilla/mux"],
  ["fasthttp", "github.com/valyala/fasthttp"],
  ["gRPC", "google.golang.org/grpc"],
  ["Connect", "connectrpc.com/connect"],
  ["gqlgen", "github.com/99designs/gqlgen"],
  ["controller-runtime", "sigs.k8s.io/controller-runtime"],
  ["Kubernetes client-go", "k8s.io/client-go"],
  ["GORM", "gorm.io/gorm"],
  ["Ent", "entgo.io/ent"],
  ["pgx", "github.com/jackc/pgx"],
  ["Cobra", "github.com/spf13/cobra"],
  ["urfave/cli", "github.com/urfave/cli"],
  ["Bubble Tea", "github.com/charmbracelet/bubbletea"],
];
export const GO_TOOLS: readonly Known[] = [
  ["Testify", "github.com/stretchr/testify"],
  ["Ginkgo", "github.com/onsi/ginkgo"],
];
const REQUIRE =
  /^(?:require\s+)?([\w.~-]+\.[\w~-]+\/[\w./~-]+|[\w-]+\.\w+\/\w+)\s+(v[\w.+-]+)(?!.*\/\/ indirect)/;
const LINTERS = [".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"] as const;

export function readGo(view: ProjectView): FolderFacts | undefined {
  const text = view.text("go.mod");
  const module = /^module\s+"?([^\s"]+)/m.exec(text ?? "")?.[1];
  if (text === undefined || module === undefined) return undefined;
  const source = view.source("go.mod");
  const dependencies = new Map<string, Dependency>();
  for (const line of text.split("\n")) {
    const [, name, version] = REQUIRE.exec(line.trim()) ?? [];
    // A stand-in for another part of the same project.
    if (version === "v0.0.0") continue;
    if (name !== undefined) dependencies.set(name.replace(/\/v\d+$/, ""), { version, source });
  }
  return createFolderFacts({
    weight: 4,
    name: toName(shortName(module)),
    languages: [{ name: "Go", version: toVersion(/^go\s+(\S+)/m.exec(text)?.[1]), source }],
    frameworks: findKnown(GO_FRAMEWORKS, dependencies),
    tools: findKnown(GO_TOOLS, dependencies),
    packageManagers: [{ name: "Go modules", source }],
    workspaces: readMembers(view),
    membership: { kind: "modules", source: view.source("go.work") },
    implied: readImplied(view, source),
  });
}

/** `github.com/gofiber/fiber/v3` is called fiber. */
function shortName(module: string): string {
  return (
    module
      .replace(/\/v\d+$/, "")
      .split("/")
      .at(-1) ?? module
  );
}

function readMembers(view: ProjectView): string[] {
  const text = view.text("go.work") ?? "";
  return [...text.matchAll(/^(?:use\s+|\s+)(\.\/[\w./-]+)\s*$/gm)].map(([, member = ""]) =>
    member.replace(/^\.\//, ""),
  );
}

function readImplied(view: ProjectView, source: string): Command[] {
  const commands: Command[] = [
    { purpose: "install", command: "go mod download", source },
    { purpose: "build", command: "go build ./...", source },
    { purpose: "test", command: "go test ./...", source },
  ];
  const programs = view.matching(/^cmd\/[^/]+\/$/).filter((name) => name !== "cmd/internal/");
  const [program] = programs;
  if (view.has("main.go")) {
    commands.push({ purpose: "start", command: "go run .", source: view.source("main.go") });
  } else if (program !== undefined && programs.length === 1 && toName(program) !== undefined) {
    const folder = program.slice(0, -1);
    commands.push({ purpose: "start", command: `go run ./${folder}`, source: view.source(folder) });
  }
  const linter = view.firstOf(...LINTERS);
  if (linter !== undefined) {
    commands.push({ purpose: "lint", command: "golangci-lint run", source: view.source(linter) });
  }
  return commands;
}
