export const OH_MY_OPENCODE: string;
export const SERVERS: string;
export function installBeside(): void;
export function hasTmux(): boolean;
export function installClaudeCode(platform?: string): Installed;
export function installCodex(platform?: string): Installed;

interface Installed {
  readonly version: string;
  readonly program?: string;
  readonly whyNot?: string;
}
