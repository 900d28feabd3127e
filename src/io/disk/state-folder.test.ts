import { readdirSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { stateFolderOf } from "./state-folder.ts";

const LINUX = { env: {}, home: "/home/me", platform: "linux" } as const;
const BANK = "/work/shop/memory-bank";

afterEach(() => vi.unstubAllEnvs());

describe("stateFolder", () => {
  it("is below XDG_STATE_HOME, and below ~/.local/state without it", () => {
    const env = { XDG_STATE_HOME: "/var/state" };
    expect(stateFolderOf(BANK, { ...LINUX, env })).toMatch(
      /^\/var\/state\/memory-bank\/shop-[0-9a-f]{10}$/,
    );
    expect(stateFolderOf(BANK, LINUX)).toMatch(/^\/home\/me\/\.local\/state\/memory-bank\/shop-/);
  });

  it.each(["", "state", "./state", "~/state"])("ignores XDG_STATE_HOME=%j", (value) => {
    const env = { XDG_STATE_HOME: value };
    expect(stateFolderOf(BANK, { ...LINUX, env })).toBe(stateFolderOf(BANK, LINUX));
  });

  it("is in the local application data on Windows", () => {
    const env = { LOCALAPPDATA: "/local" };
    const windows = { ...LINUX, platform: "win32" } as const;
    expect(stateFolderOf(BANK, { ...windows, env })).toMatch(/^\/local\/memory-bank\/shop-/);
    expect(stateFolderOf(BANK, windows)).toContain("/AppData/Local/memory-bank/");
  });

  it.each([undefined, "", "relative"])("says what to set when the home is %j", (home) => {
    expect(() => stateFolderOf(BANK, { ...LINUX, home })).toThrow(/Set HOME or XDG_STATE_HOME/);
    const env = { XDG_STATE_HOME: "/var/state" };
    expect(stateFolderOf(BANK, { ...LINUX, env, home })).toContain("/var/state/");
  });

  it.each([
    ["/work/my shop: v2/memory-bank", "my-shop-v2"],
    ["/work/项目 一/memory-bank", "项目-一"],
    ["/work/con.txt/memory-bank", "con-txt"],
    ["/work/.../memory-bank", "project"],
    ["/memory-bank", "project"],
  ])("names %s after the project", (bank, name) => {
    const folder = basename(stateFolderOf(bank, LINUX));
    expect(folder.slice(0, folder.lastIndexOf("-"))).toBe(name);
  });
});

describe("stateFolderOf", () => {
  it("makes nothing, and is the same by whatever link the bank is reached", () => {
    const root = tempProject({ "shop/memory-bank/": "", "state/": "" });
    vi.stubEnv("XDG_STATE_HOME", join(root, "state"));
    symlinkSync(join(root, "shop"), join(root, "link"));
    const folder = stateFolderOf(join(root, "shop/memory-bank"));
    expect(stateFolderOf(join(root, "link/memory-bank"))).toBe(folder);
    expect(basename(folder)).toMatch(/^shop-/);
    expect(readdirSync(join(root, "state"))).toEqual([]);
  });
});
