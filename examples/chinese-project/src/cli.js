import { readFileSync } from "node:fs";
import { isDate } from "./calendar.js";
import { makeRoster } from "./roster.js";
import { TeamError, parseTeam } from "./team.js";

const MOST_DAYS = 366;
const LABELS = { work: "工作日", rest: "休息日" };

function main([file, start, days]) {
  const count = Number(days);
  if (file === undefined || !isDate(start) || !(Number.isInteger(count) && count > 0)) {
    return fail("用法：node src/cli.js 名单.json 起始日期（YYYY-MM-DD） 天数");
  }
  if (count > MOST_DAYS) return fail(`一次最多排 ${MOST_DAYS} 天`);
  try {
    const roster = makeRoster(parseTeam(JSON.parse(readFileSync(file, "utf8"))), start, count);
    for (const { day, kind, name } of roster) {
      console.log(`${day}  ${LABELS[kind]}  ${name ?? "（无人在岗）"}`);
    }
    return roster.some(({ name }) => name === undefined) ? 1 : 0;
  } catch (error) {
    if (error instanceof TeamError) return fail(`${file}：${error.message}`);
    if (error instanceof SyntaxError) return fail(`${file}：不是有效的 JSON`);
    if (error.code === "ENOENT") return fail(`${file}：文件不存在`);
    throw error;
  }
}

function fail(message) {
  console.error(message);
  return 2;
}

process.exitCode = main(process.argv.slice(2));
