import { type Check, ok } from "../../host.ts";

/** A host that keeps notes of its own is no fault; whoever wonders where a fact went should know of it. */
export function ownMemory(host: string, isOn: boolean): Check[] {
  if (!isOn) return [];
  return [
    ok("memory", {
      en: `${host}'s own memory is on: its notes are on this machine only, what the team should know belongs in the bank`,
      zh: `${host} 自带的记忆已开启：它的笔记只在本机，团队应知道的内容请写入记忆库`,
    }),
  ];
}
