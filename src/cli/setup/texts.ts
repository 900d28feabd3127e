import { spokenLanguage } from "../say.ts";
import { ENGLISH, type SetupTexts } from "./texts-en.ts";
import { CHINESE } from "./texts-zh.ts";

export function texts(): SetupTexts {
  return spokenLanguage() === "zh" ? CHINESE : ENGLISH;
}
