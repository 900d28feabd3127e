export const OH_MY_OPENCODE: string;
export const SERVERS: string;
export function installBeside(): void;
export function hasTmux(): boolean;
