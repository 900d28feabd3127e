import { expect, it } from "vitest";
import { browserCommand } from "./open-browser.ts";

const ADDRESS = "http://127.0.0.1:1/x/";

it("knows how each system opens an address", () => {
  const command = (platform: NodeJS.Platform, env = {}) => browserCommand(platform, env, ADDRESS);
  expect(command("darwin")).toEqual(["open", ADDRESS]);
  expect(command("win32")).toEqual(["rundll32", "url.dll,FileProtocolHandler", ADDRESS]);
  expect(command("linux", { DISPLAY: ":0" })).toEqual(["xdg-open", ADDRESS]);
  expect(command("linux", { WAYLAND_DISPLAY: "wayland-0" })).toEqual(["xdg-open", ADDRESS]);
  expect(command("linux", { BROWSER: "firefox" })).toEqual(["xdg-open", ADDRESS]);
});

it("opens none where there is no screen", () => {
  expect(browserCommand("linux", {}, ADDRESS)).toBeUndefined();
});
