import { isDate } from "./calendar.js";

/** 名单文件有误；信息里写明位置与改法。 */
export class TeamError extends Error {}

/** JSON 数据变成检查过的名单。 */
export function parseTeam(data) {
  if (!Array.isArray(data?.members) || data.members.length === 0) {
    throw new TeamError("members：至少要有一个人");
  }
  const members = data.members.map(parseMember);
  const names = new Set(members.map(({ name }) => name));
  if (names.size < members.length) throw new TeamError("members：有重名，请加以区分");
  const holidays = parseDates(data.holidays, "holidays");
  const workdays = parseDates(data.workdays, "workdays");
  const both = [...workdays].find((day) => holidays.has(day));
  if (both !== undefined) throw new TeamError(`${both} 既是节假日又是调休上班日，请保留一处`);
  return { members, holidays, workdays };
}

function parseMember(member, index) {
  const name = typeof member?.name === "string" ? member.name.trim() : "";
  if (name === "") throw new TeamError(`members[${index}]：缺少 name`);
  return { name, leave: parseDates(member.leave, `${name} 的 leave`) };
}

function parseDates(dates = [], place) {
  if (!Array.isArray(dates)) throw new TeamError(`${place}：应为日期列表`);
  const wrong = dates.find((date) => !isDate(date));
  if (wrong !== undefined) throw new TeamError(`${place}：${wrong} 不是 YYYY-MM-DD 日期`);
  return new Set(dates);
}
