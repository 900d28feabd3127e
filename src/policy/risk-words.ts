import type { RiskLevel } from "../types.ts";

/** In Chinese; in English the levels speak for themselves. */
export const RISKS: Readonly<Record<RiskLevel, string>> = {
  low: "低风险",
  medium: "中风险",
  high: "高风险",
};
