/**
 * Commands that are made to hold an analysis up: nesting, expansions that multiply, patterns that
 * backtrack, endless words. Of a seed, so that a run can be repeated. The files that they name are in
 * the project of `HOSTILE_FILES`.
 */
export function* hostileCommands(count: number, seed = 1): Generator<HostileCommand> {
  const random = randomOf(seed);
  const kinds = Object.entries(KINDS);
  for (let index = 0; index < count; index++) {
    const [kind, make] = kinds[index % kinds.length] ?? ["", () => ""];
    yield { kind, command: make(random).slice(0, 99_000) };
  }
}

export interface HostileCommand {
  readonly kind: string;
  readonly command: string;
}

/** As large as a file may be that the analysis reads. */
export const HOSTILE_FILES: Readonly<Record<string, string>> = {
  "app.min.js": "function a(b){return b.c+'d'}".repeat(2000),
  "lines.txt": "lib/a.ts b\n".repeat(5500),
  "spaces.txt": " ".repeat(60_000),
  "lib/a.ts": "export {};\n",
};

interface Random {
  /** A whole number below the limit. */
  readonly below: (limit: number) => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

function randomOf(seed: number): Random {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return { below, pick: (items) => items[below(items.length)]! };
}

/** Small numbers as often as those that fill the longest command. */
function size(random: Random, most = 50_000): number {
  return 1 + Math.floor(most ** (random.below(1000) / 999));
}

const FILES = ["app.min.js", "lines.txt", "spaces.txt", "*", "lib/*", "nothing"];
const TEXTS = [
  "a",
  " ",
  "'",
  '"',
  "\\",
  "(",
  ")",
  "{",
  "}",
  "[",
  "]",
  "$",
  "`",
  "*",
  "?",
  "=",
  ",",
  "/",
  ".",
  "-",
  "\n",
  ";",
  "|",
  "&",
  "<",
  ">",
  "#",
  "~",
  "!",
  "é",
  "\t",
  "$x",
  '\\"',
  "'\\''",
  "a=",
  "..",
  "a,",
  '"a",',
  '"a"+',
  "${x",
  "$((",
  "<<a\n",
  "print >",
  "open(",
  "Path(",
  "join(",
  "[[",
  "case ",
  "if ",
  "for a in ",
  "do ",
  "s/a/",
  "\\(",
  "a|",
  "@(",
  "{a,",
  "{1..9}",
  "*a",
  "/*",
  "\0",
];
const PATTERNS = [
  "(a*)*b",
  "(.*)*(.*)*x;",
  "function.*return.*throw.*;",
  "(a|a)*(a|aa)+c",
  "(\\w+\\s?)*$",
  "^(.+)+$",
  "((a{9}){9}){9}",
  ".*.*.*.*.*=.*",
  "[a-z]*[a-z]*[a-z]*1",
  "(x+x+)+y",
  "\\(a*\\)*\\1",
  "(?=.*a)(?=.*b).*",
  "([[:alpha:]]+)*;",
  "*a*a*a*a*a*a*a*b",
  "?*?*?*?*?*z",
  "[!a]*[!b]*[!c]*d",
  "[[:alpha:]]*[a-z]*x",
  "!(*a*|*b*)*c",
  "*(a|aa)*(aa|a)b",
];

type Make = (random: Random) => string;

const wrap = (count: number, open: string, close: string, inner = "a") =>
  open.repeat(count) + inner + close.repeat(count);
const list = (count: number, make: (index: number) => string, glue = " ") =>
  Array.from({ length: count }, (_, index) => make(index)).join(glue);

const NESTS: readonly (readonly [string, string])[] = [
  ["$(", ")"],
  ["$(echo ", ")"],
  ['"$(', ')"'],
  ["`", "`"],
  ["${x:-", "}"],
  ['"${x:-', '}"'],
  ["$((1+", "))"],
  ["<(cat ", ")"],
  ["(", ")"],
  ["{ ", ";}"],
  ["{a,", "}"],
  ["{", ",b}"],
  ["[[ ", " ]]"],
  ["if a; then ", "; fi"],
  ["while a; do ", "; done"],
  ["case a in a) ", ";; esac"],
  ["for i in a b; do ", "; done"],
  ["f() { ", "; }"],
  ["! ", ""],
  ["a=(", ")"],
  ["sudo ", ""],
  ["env ", ""],
  ["eval ", ""],
  ["nice ", ""],
  ["xargs ", ""],
  ["time ", ""],
  ["bash -c ", ""],
  ["find . -exec ", " \\;"],
  ["find . \\( ", " \\)"],
  ["${x/", "/a}"],
  ["${x#", "}"],
  ["${a[", "]}"],
  ["<<<", ""],
  ["$'", "'"],
  ["@(", "|b)"],
];

const KINDS: Readonly<Record<string, Make>> = {
  nesting(random) {
    const [open, close] = random.pick(NESTS);
    const count = size(random, 20_000);
    return `${random.pick(["echo ", "", "rm -rf ", "x="])}${wrap(count, open, random.below(3) === 0 ? "" : close)}`;
  },
  "mixed nesting"(random) {
    const layers = Array.from({ length: size(random, 60) }, () => random.pick(NESTS));
    return `echo ${layers.map(([open]) => open).join("")}a${layers
      .toReversed()
      .map(([, close]) => close)
      .join("")}`;
  },
  "quotes in quotes"(random) {
    let command = random.pick(["rm -rf memory-bank", "echo *", "cat lines.txt"]);
    for (let depth = random.below(9); depth >= 0; depth--) {
      const quoted =
        random.below(2) === 0 ? JSON.stringify(command) : `'${command.replaceAll("'", "'\\''")}'`;
      command = `${random.pick(["bash -c", "eval", "sh -c", "xargs -I{} bash -c", "watch", "su -c"])} ${quoted}`;
      if (command.length > 50_000) break;
    }
    return command;
  },
  "huge words"(random) {
    const command = random.pick([
      "echo ",
      "rm ",
      "cat ",
      "grep ",
      "x=",
      "",
      "cd ",
      "> ",
      "sed -n ",
      "awk ",
      "python -c ",
      "node -e ",
      "perl -e ",
      "find ",
      "git ",
      "tar ",
      "printf ",
      "cp a ",
      "ln -s ",
      "curl -o ",
    ]);
    const quote = random.pick(["", "", "'", '"']);
    return `${command}${quote}${random.pick(TEXTS).repeat(size(random))}${quote}`;
  },
  "many words"(random) {
    const command = random.pick([
      "rm",
      "cat",
      "cp",
      "mv",
      "ln -s",
      "tee",
      "touch",
      "mkdir",
      "echo",
      "git add",
      "git rm",
      "git checkout --",
      "chmod 644",
      "printf %s",
      "tar cf",
      "curl -o",
      "sudo rm",
      "xargs rm",
      "set --",
      "export",
      "unset",
      "find",
      "prettier --write",
      "rsync",
      "sort -o",
      "dd",
      "read",
      "npx",
      "unknown --output",
    ]);
    const word = random.pick(
      FILES.concat([
        "a",
        "$x",
        "{a,b}",
        "$(cat lines.txt)",
        "-x",
        "--long=1",
        "a=b",
        "/a/../b",
        "memory-bank",
      ]),
    );
    return `${command} ${list(size(random, 30_000), (index) => (random.below(2) === 0 ? word : `${word}${index}`))}`;
  },
  "many commands"(random) {
    const parts = [
      "echo a > b",
      "rm a$i",
      "cd lib",
      "x && cd lib",
      "x || cd ..",
      "ln -s a b",
      "ln -s lib l$i; cd l$i",
      "mv a b",
      "x=$x$x",
      "f() { f; }",
      "cat lines.txt | read x",
      ": <<a\nb\na\n",
      "cp -r * x",
      "git commit -m a",
      "x+=a",
      "a+=(a b c)",
      "(cd lib; rm *)",
      "rm *",
      "cat app.min.js > c",
      "bash c",
      "pushd lib",
      "trap 'rm a' EXIT",
      "mkdir -p x/y/z",
      "node -e 'a'",
      "exec 3> a",
      "tee a < b",
      "case x in a) b;; esac",
    ];
    const chosen = Array.from({ length: 1 + random.below(3) }, () => random.pick(parts));
    const glue = random.pick(["; ", " && ", " || ", "\n", " & ", " | "]);
    return list(
      size(random, 8000),
      (index) => (chosen[index % chosen.length] ?? "").replaceAll("$i", String(index)),
      glue,
    );
  },
  "values that multiply"(random) {
    const steps = list(
      size(random, 60),
      () =>
        random.pick([
          "x=$x$x",
          'x="$x $x"',
          "x+=$x",
          "a+=(${a[@]} ${a[@]})",
          "a=(${a[@]} $x)",
          'x="${x}${x}${x}"',
          "x=${x//a/$x}",
          'set -- "$@" "$@"',
          "y=$x; x=$y$y",
          "x=$(echo $x $x)",
          "printf -v x '%s%s' $x $x",
          "x=$(cat lines.txt lines.txt)",
        ]),
      "; ",
    );
    return `x=abc; a=(a b); ${steps}; ${random.pick(["rm $x", "rm ${a[@]}", "echo $x$x$x$x", "for i in $x ${a[@]}; do rm $i; done", 'rm "$x"*', "cat <<< $x$x", "eval $x", "rm ${x%%*a*} ${x//b/$x}"])}`;
  },
  "loops in loops"(random) {
    const values = random.pick([
      "{1..99}",
      "*",
      "a b c d e f g h",
      "$(cat lines.txt)",
      "{a..z}{a..z}",
      "$(seq 1 1000)",
      "lib/* lib/*",
    ]);
    const body = random.pick([
      "rm $i",
      "cd $i",
      "echo a > $i",
      "x=$x$i",
      'bash -c "rm $i"',
      "cat lines.txt | grep $i",
      "rm *",
      "for j in *; do rm $i$j; done",
      "find . -name $i -delete",
      "f $i",
    ]);
    const depth = 1 + random.below(5);
    return (
      list(depth, (index) => `for i${index === depth - 1 ? "" : index} in ${values}; do `, "") +
      body +
      "; done".repeat(depth)
    );
  },
  functions(random) {
    const body = random.pick([
      "f; f",
      "f | f",
      "f && f",
      "$(f)",
      "f $(f)",
      "g; g",
      'f "$@" "$@"',
      "(f; f)",
      "f & f",
      "for i in 1 2 3; do f; done",
      "cat lines.txt | f",
      "eval f; eval f",
    ]);
    return `f() { ${body}; }; g() { f; f; }; ${random.pick(["f", "f a b", "f | g", "echo $(f) $(g)", list(size(random, 200), () => "f", "; ")])}`;
  },
  braces(random) {
    const group = random.pick([
      "{a,b}",
      "{a,b,c,d}",
      "{1..100}",
      "{1..999999}",
      "{a..z}",
      "{a,{b,c}}",
      "{a,b}{c,d}",
      "{,a}",
      "{a,$(cat lines.txt)}",
      "{*,lib/*}",
      "{a,'b c'}",
      "{$x,$y}",
    ]);
    return `${random.pick(["rm ", "echo ", "cat ", "mkdir -p "])}${list(size(random, 4000), () => group, random.pick(["", " ", "/"]))}`;
  },
  globs(random) {
    const glob = random.pick([
      "*",
      "*/*",
      "*/*/*",
      "*a*a*a*b",
      "**/*",
      "?*?*?*",
      "[a-z]*",
      "[[:alpha:]]*",
      "./*",
      "../*/*",
      "lib/*/../*",
      "*.log",
      "file-*[0-9]*[0-9].log",
      "[",
      "[!a]*",
      "@(a|b)*",
      "!(a)",
      "/*/*/*",
      "~/*",
    ]);
    return `${random.pick(["rm -rf ", "echo ", "cat ", "mv ", "cp -r ", "for i in ", "ls ", "grep a "])}${list(size(random, 5000), () => glob, random.pick([" ", " ", "/", ""]))}`;
  },
  "patterns over a known text"(random) {
    const pattern = random.pick(PATTERNS).repeat(random.below(3) === 0 ? size(random, 500) : 1);
    const file = random.pick(["app.min.js", "lines.txt", "spaces.txt"]);
    const quoted = `'${pattern}'`;
    return random.pick([
      `cat ${file} | grep -E ${quoted} | xargs rm`,
      `cat ${file} | grep -oE ${quoted}`,
      `cat ${file} | grep -viE ${quoted} | xargs -n1 rm`,
      `grep -E ${quoted} ${file}`,
      `cat ${file} | sed -E 's/${pattern.replaceAll("/", "")}/w/w a'`,
      `sed -n '/${pattern.replaceAll("/", "")}/w a' ${file}`,
      `awk '/${pattern}/ { print > "a" }' ${file}`,
      `x=$(cat ${file}); [[ $x =~ ${pattern} ]] && rm $x`,
      `x=$(cat ${file}); [[ $x == ${pattern} ]] && rm a`,
      `x=$(cat ${file}); case $x in ${pattern.replaceAll(/[()|;]/g, "")}) rm a;; esac`,
      `x=$(cat ${file}); rm "\${x##${pattern}}" "\${x%%${pattern}}" "\${x#${pattern}}" "\${x%${pattern}}"`,
      `x=$(head -c 900 ${file}); rm "\${x//${pattern.replaceAll("/", "")}/a}"`,
      `find . -name ${quoted} -delete`,
      `find . -path ${quoted} -o -iname ${quoted} -exec rm {} +`,
      `find . -regex ${quoted} -delete`,
      `git apply --exclude=${quoted} < lines.txt`,
      `git checkout -- ${quoted}`,
      `expr "$(cat ${file})" : ${quoted}`,
      `ls | grep -E ${quoted} | while read f; do rm "$f"; done`,
    ]);
  },
  pipelines(random) {
    const stage = random.pick([
      "cat",
      "sort",
      "tee a",
      "grep a",
      "grep -v b",
      "head",
      "rev",
      "base64 -d",
      "xargs rm",
      "while read x; do rm $x; done",
      "cat - lines.txt",
      "tr a b",
      "sed s/a/b/",
      "uniq",
      "tee a b c",
    ]);
    return `cat ${random.pick(FILES)} | ${list(size(random, 6000), () => stage, " | ")}`;
  },
  "known files"(random) {
    const file = random.pick(["app.min.js", "lines.txt", "spaces.txt"]);
    return random.pick([
      `rm $(cat ${list(size(random, 5000), () => file)})`,
      `cat ${file} | xargs rm`,
      `cat ${file} | xargs -I{} mv {} {}{}`,
      `cat ${file} | while read a b c d; do rm $a $b $c; done`,
      `IFS=${random.pick(["a", "' '", ","])} read -a x < ${file}; rm "\${x[@]}"`,
      `IFS=a; read -a x < ${file}; rm \${x[1]}`,
      `IFS=${random.pick([":", "a", "\\n", "abcdefg"])}; for i in $(cat ${file}); do rm $i; done`,
      `mapfile x < ${file}; rm \${x[@]} \${x[@]}/*`,
      `cat ${file} | bash`,
      `cat ${file} | parallel rm`,
      `bash <(cat ${file}) ; source <(cat ${file} ${file})`,
      `patch < ${file}; git apply ${file}`,
      `python - < ${file}; node < ${file}`,
      `cp ${file} b; bash b; . b; cat b b b > c; bash c`,
      `eval "$(cat ${file})"`,
      `x=$(cat ${file}); ${list(size(random, 500), () => "rm $x", "; ")}`,
      `printf '${"%s".repeat(size(random, 5000))}' $(cat ${file})`,
      `cat ${file} | ${list(size(random, 300), () => "rev", " | ")}`,
      `sqlite3 a "$(cat ${file})"; ed a < ${file}; sed -f ${file} -i b`,
      `tee ${file} <<< "$(cat ${file})"`,
    ]);
  },
  "code in a word"(random) {
    const unit = random.pick([
      '"a"+',
      '"a",',
      'x="a"\n',
      'join("a",',
      'Path("a")/',
      "open(",
      "open    ",
      'f"{x}"',
      'unlink "a",',
      '\\"',
      "'\\''",
      'print > "a" ',
      "print print ",
      "system(",
      'a|"b" ',
      '["a",',
      'rename("a","b");',
      'x1="a";x2=x1;',
      "os.remove(",
      "`a`",
      "${x}",
      'require("a").',
      "process.env.A ",
      "ARGV[1] ",
      "   ",
      "\t\n",
    ]);
    const program = random.pick([
      "python3 -c",
      "node -e",
      "perl -e",
      "ruby -e",
      "php -r",
      "awk",
      "python3 -",
      "sed -n",
      "sed -i -e",
      "vim -c",
      "ex a -c",
    ]);
    return `${program} '${unit.replaceAll("'", "'\\''").repeat(size(random, 30_000))}' a`;
  },
  "code with values that multiply"(random) {
    const count = size(random, 200);
    const text = random.pick(["a", "b".repeat(400), "${v2}${v2}${v3}", "{v1}{v2}", String.raw`\"`]);
    const values = list(count, (index) => `v${index}="${text}"`, random.pick(["; ", "\n"]));
    const uses = random.pick([
      "f(v1,v2,v3);",
      "v1+v2+",
      "f'{v1}{v2}' ",
      "${v1}",
      "shift ",
      "v3.a ",
    ]);
    const joined = `"${text}".join([${list(size(random, 900), () => '"a"', ",")}])`;
    const code = `${values}; ${uses.repeat(size(random, 2000))} ${joined}`;
    const program = random.pick(["python3 -c", "node -e", "perl -e", "ruby -e"]);
    return `${program} '${code.replaceAll("'", "'\\''")}' ${"a".repeat(size(random, 20_000))}`;
  },
  "code with long runs"(random) {
    const start = random.pick([
      "open",
      "chr(",
      "join ",
      '"a".x(',
      'open F, "|',
      "sprintf",
      "<a/",
      '"a" % (',
      "v = ",
      "for v in ",
      "",
    ]);
    const run = random.pick([" ", "*", "$a", "\n", String.raw`\"`, " /* ", "a", "(", '"a",', "# "]);
    const code = `${start}${run.repeat(size(random, 19_000 / run.length))}`;
    const program = random.pick(["python3 -c", "node -e", "perl -e", "ruby -e"]);
    return `${program} '${code}'`;
  },
  "find expressions"(random) {
    const test = random.pick([
      "-name a",
      "-delete",
      "-o -delete",
      "-exec rm {} +",
      "-exec sh -c 'rm {}' \\;",
      "! ",
      "\\( -name a",
      "-prune -o",
      "-name '*a*b*c*' -o -path '*x*y*z*'",
      "-exec find . -delete \\;",
      "-fprint a",
      "-newer a",
    ]);
    return `find ${random.pick([".", "memory-bank", "lib", "/", ". . . ."])} ${list(size(random, 10_000), () => test)}`;
  },
  branches(random) {
    const count = size(random, 5000);
    return random.pick([
      `case $x in ${list(count, (index) => `a${index}) x=${index}; rm $x;;`)} esac; rm $x`,
      `if a; then b; ${list(count, (index) => `elif c; then x=${index}; rm $x;`)} fi; rm $x`,
      `${list(count, (index) => `x${index}=a`, "; ")}; ${list(count, () => "(rm $x1)", "; ")}`,
      `${list(count, (index) => `if a; then x=${index}; else x=b$x; fi`, "; ")}; rm $x`,
      `select i in ${list(count, (index) => `a${index}`)}; do rm $i; done`,
      `${list(count, () => "a && cd lib", "; ")}; rm *`,
    ]);
  },
  soup(random) {
    const words =
      "cat cd rm > >> < | || && ; & ( ) { } $( ` \" ' $X ~ * a b/c \n <<EOF EOF if then fi -c bash for in do done case esac [[ ]] =~ == ${x%% } {a,b} {1..9} x=( x+= find -exec grep -E sed awk print eval python3 -c".split(
        " ",
      );
    return list(size(random, 9000), () => random.pick(words));
  },
  "any text"(random) {
    const signs = TEXTS.concat(["rm ", "cat "]);
    return list(size(random, 20_000), () => random.pick(signs), "");
  },
};
