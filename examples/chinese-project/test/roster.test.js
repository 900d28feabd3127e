import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isDate } from "../src/calendar.js";
import { makeRoster } from "../src/roster.js";
import { TeamError, parseTeam } from "../src/team.js";

const team = (members, more = {}) => parseTeam({ members, ...more });
const names = (roster) => roster.map(({ name }) => name);

describe("排班", () => {
  it("轮流值班，同样的输入得到同样的结果", () => {
    const three = team([{ name: "甲" }, { name: "乙" }, { name: "丙" }]);
    const roster = makeRoster(three, "2026-11-02", 5);
    assert.deepEqual(names(roster), ["甲", "乙", "丙", "甲", "乙"]);
    assert.deepEqual(makeRoster(three, "2026-11-02", 5), roster);
  });

  it("工作日与休息日分别计数", () => {
    const roster = makeRoster(
      team([{ name: "甲" }, { name: "乙" }, { name: "丙" }]),
      "2026-11-02",
      84,
    );
    for (const kind of ["work", "rest"]) {
      const counts = ["甲", "乙", "丙"].map(
        (name) => roster.filter((each) => each.kind === kind && each.name === name).length,
      );
      assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, `${kind}: ${counts}`);
    }
  });

  it("请假的人不排，没有人就空着", () => {
    const two = team([
      { name: "甲", leave: ["2026-11-03", "2026-11-04"] },
      { name: "乙", leave: ["2026-11-04"] },
    ]);
    assert.deepEqual(names(makeRoster(two, "2026-11-03", 2)), ["乙", undefined]);
  });

  it("不连续值班，除非别无他人", () => {
    const two = team([{ name: "甲" }, { name: "乙", leave: ["2026-11-03"] }]);
    assert.deepEqual(names(makeRoster(two, "2026-11-02", 3)), ["甲", "甲", "乙"]);
  });

  it("调休的周六是工作日，节假日是休息日", () => {
    const one = team([{ name: "甲" }], { holidays: ["2026-10-09"], workdays: ["2026-10-10"] });
    const kinds = makeRoster(one, "2026-10-09", 3).map(({ kind }) => kind);
    assert.deepEqual(kinds, ["rest", "work", "rest"]);
  });
});

describe("名单", () => {
  it("有误时写明位置", () => {
    const refused = (data, words) =>
      assert.throws(
        () => parseTeam(data),
        (error) => {
          assert.ok(error instanceof TeamError);
          assert.match(error.message, words);
          return true;
        },
      );
    refused({}, /至少要有一个人/);
    refused({ members: [{ name: " " }] }, /members\[0\]：缺少 name/);
    refused({ members: [{ name: "甲" }, { name: "甲" }] }, /重名/);
    refused({ members: [{ name: "甲", leave: ["2026-02-30"] }] }, /甲 的 leave：2026-02-30/);
    refused(
      { members: [{ name: "甲" }], holidays: ["2026-10-10"], workdays: ["2026-10-10"] },
      /既是/,
    );
  });

  it("日期必须存在，并且写全", () => {
    assert.deepEqual(
      ["2026-02-28", "2026-02-29", "2028-02-29", "2026-2-8", "2026-13-01"].map(isDate),
      [true, false, true, false, false],
    );
  });
});
