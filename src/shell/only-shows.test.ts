import { parse } from "unbash";
import { describe, expect, it } from "vitest";
import { isOnlyShowing } from "./only-shows.ts";

describe("what only shows", () => {
  it.each([
    "cat a | head -3",
    'for f in *; do echo "$(head -1 "$f")"; done 2>/dev/null',
    'f() { grep -c x "$1"; }; f a 2>&1',
    "while read -r x; do [[ -e $x ]] || echo $x; done < <(find . -name '*.md' | sort)",
    "sed -n '1,5p' a; awk 'NR<3' a",
  ])("is %s", (command) => {
    expect(isOnlyShowing(parse(command))).toBe(true);
  });

  it.each([
    "cat a > b",
    "cat a &> b",
    "$x a",
    "echo $(rm a)",
    'echo "${x:-$(rm a)}"',
    "cat <<E\n$(rm a)\nE",
    "cat <(rm a)",
    "echo $((a[$(rm a)]))",
    "[[ -e $(rm a) ]]",
    "case $(rm a) in *) ;; esac",
    "f() { rm a; }; f",
    "g",
    "PATH=. cat a",
    "export PATH=.; cat a",
    "alias cat=rm; cat a",
    "echo ${x@P}",
    "find . -delete",
    "find . -exec rm {} +",
    "sort a -o b",
    "sort -uo b a",
    "sort --output=b a",
    "uniq a b",
    "sed -i s/a/b/ a",
    "sed -n 'w b' a",
    "sed 's/a/b/w c' a",
    "sed -ns 1p a",
    "awk '{print > \"b\"}' a",
    "awk -F '|' '{print > $1}' a",
    "awk -f a b",
    "awk -i inplace 1 a",
    "declare -n x=PATH",
    "mapfile -C f a",
    "command rm a",
    "eval cat a",
    ". a",
    "coproc cat",
    "cat a | sh",
    "cat a; (",
  ])("is not %s", (command) => {
    expect(isOnlyShowing(parse(command))).toBe(false);
  });
});
