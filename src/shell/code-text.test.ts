import { describe, expect, it } from "vitest";
import { onlyPrints, withoutComments } from "./code-text.ts";

describe("comments", () => {
  it.each([
    ["python3", 'a = 1  # open("x", "w")\nb = "# no"', 'a = 1  \nb = "# no"'],
    ["python3", "a = '''\n# text\n'''", "a = '''\n# text\n'''"],
    ["python3", "a = 7 // 2", "a = 7 // 2"],
    ["node", 'f("http://x") // g()\n/* h() */ i()', 'f("http://x") \n i()'],
    ["node", "f(`// no`)", "f(`// no`)"],
    ["node", "class A { #b = 1 }", "class A { #b = 1 }"],
    ["perl", "$#a; s #a#b#", "$#a; s #a#b#"],
  ])("are left out for %s: %s", (interpreter, code, rest) => {
    expect(withoutComments(code, interpreter)).toBe(rest);
  });
});

describe("code that only prints", () => {
  it.each([
    `print('open("a.md", "w") is refused')`,
    `console.log("fs.writeFileSync('a.md')", 1)`,
    `import json\nprint(json.dumps({"command": "rm -rf a"}))`,
    `print("""\nos.remove("a.md")\n""")`,
  ])("is %s", (code) => {
    expect(onlyPrints(code)).toBe(true);
  });

  it.each([
    `open("a.md", "w")`,
    `print(open("a.md", "w"))`,
    `print("x"); exec("open('a.md', 'w')")`,
    `print(f"{open('a.md', 'w')}")`,
    "console.log(`${fs.writeFileSync('a.md')}`)",
    "console.log`rm a`",
    `console.log(new Function("x"))`,
    `import "data:text/javascript,x"; console.log("x")`,
    `import os; print(os.remove("a.md"))`,
    `console.log(1); /'/; fs.rmSync('a.md')`,
    `x = "a"`,
  ])("is not %s", (code) => {
    expect(onlyPrints(code)).toBe(false);
  });
});
