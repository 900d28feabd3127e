import { describe, expect, it } from "vitest";
import { renderTemplate } from "../bank/render-template.ts";
import { scanProject } from "../scan/scan-project.ts";
import { renderTechRows } from "./describe-facts.ts";
import { updateTech } from "./update-tech.ts";

/** What tech.md says after a refresh, of a bank that was made when the project was another. */
function scanned(files: Readonly<Record<string, string>>, folders: readonly string[] = []) {
  const read = Object.entries(files).map(([path, text]) => ({ path, text, isCut: false }));
  return scanProject(read, [...Object.keys(files), ...folders]);
}

type Facts = ReturnType<typeof scanned>;

function techOf(facts: Facts): string {
  const rows = renderTechRows(facts, "en");
  return renderTemplate("tech", "en", { ...rows, constraints: null });
}

function refresh(text: string, facts: Facts): string {
  return updateTech(text, { facts, language: "en" }).text;
}

const POM = (...modules: readonly string[]) =>
  `<project><artifactId>tea</artifactId><modules>${modules
    .map((module) => `<module>${module}</module>`)
    .join("")}</modules></project>`;

describe("the structure in tech.md", () => {
  const before = scanned({ "pom.xml": POM("pot", "leaf") }, ["pot/", "leaf/"]);

  it("is a row for the modules of a build, which follows the build", () => {
    const made = techOf(before);
    expect(made).toContain("| `pot/`, `leaf/` | modules of the build | pom.xml |");
    expect(refresh(made, before)).toBe(made);
    const after = scanned({ "pom.xml": POM("pot", "lid") }, ["pot/", "lid/"]);
    const later = refresh(made, after);
    expect(later).toBe(made.replace("`pot/`, `leaf/`", "`pot/`, `lid/`"));
    expect(refresh(later, after)).toBe(later);
  });

  it("says what the README says, and leaves alone what somebody has said", () => {
    const readme = "# Tea\n\n## Structure\n\n- `pot/`: the pot\n- `leaf/`: what goes in\n";
    const facts = scanned({ "README.md": readme }, ["pot/", "leaf/"]);
    const made = techOf(facts);
    expect(made).toContain("| `pot/` | the pot | README.md |");
    const edited = made.replace("| the pot |", "| the pot, and its lid |");
    expect(refresh(edited, facts)).toBe(edited);
    const mine = techOf(scanned({})).replace(
      "|---|---|---|\n\nFolders",
      "|---|---|---|\n| pots live in `pot/` | all | me |\n\nFolders",
    );
    expect(refresh(mine, facts)).toContain(
      "| all | me |\n| `leaf/` | what goes in | README.md |\n",
    );
  });

  it("is not added to a doc that has no table for it", () => {
    const made = techOf(before).replace(/## Structure[^]*?(?=## Constraints)/, "");
    expect(refresh(made, before)).toBe(made);
  });
});
