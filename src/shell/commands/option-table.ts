import type { OptionEffects } from "./options.ts";

const SSH = { sets: "o", obeys: "F" };
const PAGED: OptionEffects = { runsOn: "pager" };
const TRACED: OptionEffects = { stopsEarly: true };

/** Options that write a file or run something, of commands that otherwise do neither, or do it elsewhere. */
export const OPTIONS: Readonly<Record<string, OptionEffects>> = {
  // Showing.
  less: {
    writes: "o O log-file LOG-FILE",
    obeys: "k lesskey-file lesskey-src lesskey-content",
    takes: "b D h j p P t T x y z",
  },
  bat: { ...PAGED, takes: "H l m r" },
  batcat: { ...PAGED, takes: "H l m r" },
  ag: { ...PAGED, takes: "A B C G m p W" },
  ack: { ...PAGED, obeys: "ackrc", takes: "A B C m g" },
  rg: {
    runsOn: "pre hostname-bin",
    takes: "A B C E e f g j M m r T t d",
    plain: "pre-glob",
  },
  tree: { writes: "o", flags: "R", takes: "H I L P T" },
  info: { writes: "o output dribble", obeys: "restore init-file", takes: "d f i n" },
  man: {
    runs: "P pager H? html?",
    obeys: "C config-file",
    takes: "e E L m M p r R s S T",
  },
  ss: { writes: "D diag", takes: "f A F N" },
  sort: { writes: "o output", runs: "compress-program", takes: "k S t T" },
  shuf: { writes: "o output", takes: "i n e" },
  iconv: { writes: "o output", takes: "f t" },
  base64: { takes: "w i", writes: "o output" },
  pandoc: {
    writes: "o output log",
    fills: "extract-media",
    runsOn: "F filter L lua-filter pdf-engine",
    obeys: "d defaults data-dir",
    takes: "A B c f H M m r t T V w",
  },
  // Fetching and sending.
  curl: {
    writes: "D dump-header c cookie-jar trace trace-ascii stderr etag-save libcurl hsts alt-svc",
    obeys: "K config",
    takes: "A b C d e E F h H m o P Q r t T u U w x X y Y z",
    plain: "trace-ids trace-time",
  },
  wget: {
    writes:
      "a append-output o output-file O output-document save-cookies rejected-log warc-file hsts-file",
    fills: "warc-tempdir",
    runsOn: "use-askpass",
    sets: "e execute",
    obeys: "i input-file config",
    takes: "A B D I l P Q R t T U w X",
    plain: "save-headers warc-cdx",
  },
  wget2: { writes: "a append-output o output-file O output-document stats-site save-cookies" },
  aria2c: {
    writes: "o out l log save-session save-cookies dht-file-path server-stat-of",
    fills: "d dir",
    runsOn:
      "on-download-complete on-download-start on-download-error on-download-stop on-bt-download-complete",
    obeys: "conf-path i input-file",
    takes: "c j k M p s S T U V x Z",
  },
  ssh: { ...SSH, writes: "E S", takes: "B b c D e I i J L l m O p Q R W w", stopsEarly: true },
  sftp: { ...SSH, obeys: "F b", runsOn: "S D", takes: "B c i J l P R s X" },
  scp: { ...SSH, runsOn: "S D", takes: "c i J l P X" },
  "ssh-keygen": {
    writes: "f y",
    takes: "A B b C D E F G H I i J j K k L l M m N n O o P Q R r S s T t V v W w Y Z z",
  },
  rsync: {
    writes: "log-file write-batch only-write-batch",
    fills: "backup-dir temp-dir partial-dir T",
    runsOn: "e rsh rsync-path",
    obeys: "config",
    takes: "B f M",
    plain: "backup partial",
  },
  nc: {
    runs: "c e exec sh-exec lua-exec",
    writes: "o output x hex-dump",
    takes: "g G I i O p P q s T V w X",
  },
  ncat: {
    runs: "c e exec sh-exec lua-exec",
    writes: "o output x hex-dump",
    takes: "g G i m p s w",
  },
  tcpdump: { writes: "w", runsOn: "z", takes: "B c C E F G i j M r s T V W y" },
  // Packing.
  tar: {
    writes: "index-file g listed-incremental volno-file",
    runs: "I use-compress-program to-command F info-script new-volume-script",
    runsOn: "rsh-command rmt-command",
    sets: "checkpoint-action",
    takes: "b C f H K L N T V X",
    plain: "checkpoint index",
  },
  zip: {
    writes: "lf logfile-path log-path out output-file O",
    fills: "b temp-path",
    runsOn: "TT unzip-command",
    takes: "i x n s t tt P",
    isSingleDash: true,
  },
  cpio: { writes: "O", takes: "C D E F H I M R" },
  zstd: { fills: "output-dir-flat output-dir-mirror", takes: "D o T" },
  split: { runs: "filter", takes: "a b C l n t" },
  ...forEach("memory-bank agent-memory-bank", { writes: "html" }),
  // Starting others.
  script: {
    writes: "I log-in O log-out B log-io T log-timing t? timing?",
    takes: "c m E o command",
    unnamed: {
      file: "typescript",
      unless: /^(?:-[IOB]|--(?:log-|help|version)|(?!true$)[^-\s]*[./][^\s]*$)/,
    },
  },
  time: { ...TRACED, writes: "o output", takes: "f" },
  strace: { ...TRACED, writes: "o output", takes: "a b e E I O p P s S u U X" },
  ltrace: { ...TRACED, writes: "o output", obeys: "F", takes: "a A D e l n p s u w x" },
  valgrind: { ...TRACED, writes: "log-file xml-file callgrind-out-file massif-out-file" },
  perf: {
    writes: "o output",
    runs: "pre post",
    takes: "a b C c D e F g G I i j k m n N p r s t u x z",
    plain: "pid",
  },
  "xvfb-run": { ...TRACED, writes: "e error-file f auth-file", takes: "n p s w" },
  hyperfine: {
    writes: "export-json export-csv export-markdown export-asciidoc export-orgmode output",
    runs: "p prepare s setup c cleanup conclude",
    takes: "D i L M m n N P r S u w",
  },
  screen: { writes: "Logfile", isSingleDash: true },
  m4: { writes: "F freeze-state debugfile error-output o", takes: "B D I L R T t U W" },
  inotifywait: { writes: "o outfile", takes: "e t" },
  // Building.
  ...forEach("gcc g++ cc c++ clang clang++ tcc", {
    writes: "o dumpbase save-temps? MF",
    fills: "dumpdir",
    runsList: "wrapper",
    runsOn: "fplugin B",
    takes: "D I L U include x l",
    unnamed: {
      file: "a.out",
      unless: /^(?:-o.*|-E|-M{1,2}|-fsyntax-only|-v|--?(?:version|help|print-.*|dump.*)|-###)$/,
    },
    isSingleDash: true,
  }),
  ...forEach("ld ld.bfd ld.gold", { writes: "o output Map dependency-file", isSingleDash: true }),
  ...forEach("as strip", { writes: "o output" }),
  ctags: {
    writes: "f o",
    takes: "I L",
    unnamed: { file: "tags", unless: /^(?:-[fox]|--(?:list-|help|version|output-format|_))/ },
  },
  javac: { fills: "d s h", takes: "cp classpath", isSingleDash: true },
  cscope: {
    writes: "f",
    takes: "F i I p P s",
    unnamed: { file: "cscope.out", unless: /^-(?:f|h|V|d)/ },
  },
  tempfile: { writes: "n name", fills: "d directory", takes: "m p s" },
  fakeroot: { writes: "s", takes: "i l f b" },
  ...forEach("groff troff nroff", { takes: "d f F I K L m M n o P r T w W" }),
  node: {
    writes: "redirect-warnings trace-event-file-pattern heapsnapshot-file snapshot-blob",
    fills: "cpu-prof-dir heap-prof-dir report-directory report-dir diagnostic-dir",
    plain: "cpu-prof heap-prof test watch",
    takes:
      "e p r C import require loader eval print heap-prof-name cpu-prof-name cpu-prof-interval heap-prof-interval trace-event-categories report-filename report-signal title env-file conditions input-type test-name-pattern test-reporter watch-path",
    stopsEarly: true,
  },
  "start-stop-daemon": {
    writes: "p pidfile O output",
    takes: "x a n u c g N r d k exec startas",
    plain: "start",
    stopsEarly: true,
  },
  openssl: {
    writes: "out keyout writerand CAserial sess_out keylogfile outform_file certout",
    obeys: "engine provider",
    isSingleDash: true,
  },
  gpg: {
    writes: "o output log-file status-file logger-file attribute-file",
    fills: "homedir",
    runsOn: "photo-viewer agent-program dirmngr-program gpg-program",
    obeys: "options",
    takes: "N r R u",
  },
  cmake: { obeys: "C", takes: "A B D E G P S T U W" },
  ...forEach("ast-grep sg", { flags: "U update-all", takes: "A B C j l p r c" }),
  ...forEach("vim vi nvim ex view vimdiff", {
    writes: "w W i startuptime",
    obeys: "S u U",
    flags: "s",
    takes: "c d r t T cmd",
  }),
  patch: { writes: "o output r reject-file B prefix", takes: "d D F g i p V Y z" },
};

function forEach(names: string, effects: OptionEffects): Record<string, OptionEffects> {
  return Object.fromEntries(names.split(" ").map((name) => [name, effects]));
}
