import { describe, expect, it } from "vitest";
import { withoutSaid } from "./code-text.ts";

describe("what code only says", () => {
  it.each([
    ["python3", 'a = 1  # open("x", "w")\nb = "# no"', 'a = 1  \nb = "# no"'],
    ["python3", "a = 7 // 2", "a = 7 // 2"],
    ["python3", `print('open("a.md", "w") is refused')`, 'print("")'],
    [
      "python3",
      `t = '''\nopen("a.md", "w")\n'''\nopen("b.py", "w").write(t)`,
      't = ""\nopen("b.py", "w").write(t)',
    ],
    ["node", 'f("http://x") // g()\n/* h() */ i()', 'f("http://x") \n i()'],
    ["node", "f(`// no`)", "f(`// no`)"],
    ["node", "class A { #b = 1 }", "class A { #b = 1 }"],
    ["node", `console.log("fs.writeFileSync('a.md')", 1)`, 'console.log("", 1)'],
    ["node", 'fs.writeFileSync("b.js", `fs.rmSync("a.md")`)', 'fs.writeFileSync("b.js", "")'],
  ])("is left out for %s: %s", (interpreter, code, rest) => {
    expect(withoutSaid(code, interpreter)).toBe(rest);
  });

  it.each([
    ["python3", `exec("open('a.md', 'w')")`],
    ["python3", `import os; os.system('python -c "open(1)"')`],
    ["python3", `print(f"{open('a.md', 'w')}")`],
    ["python3", `__builtins__["ex" + "ec"]("open('a.md', 'w')")`],
    ["python3", `import timeit; timeit.timeit("open('a.md', 'w')")`],
    ["node", "console.log(`${fs.writeFileSync('a.md')}`)"],
    ["node", `new Function("fs.rmSync('a.md')")()`],
    ["node", `import("data:text/javascript,f()")`],
    ["node", `setTimeout("fs.rmSync('a.md')")`],
    ["node", `1; /'/; fs.rmSync('a.md'); /'/`],
    ["perl", `$#a; s #a#b#; print "open(F)"`],
  ])("is nothing where it may be done, by %s: %s", (interpreter, code) => {
    expect(withoutSaid(code, interpreter)).toBe(code);
  });
});
