const KEY = Symbol.for("agent-memory-bank.claims");

export interface Claim {
  isHeld(): boolean;
  release(): void;
}

/**
 * Two copies of the plugin (global and project config) serve the same directory in one process: the
 * copy loaded last acts, the others stay silent. The last and not the first, so that a host which
 * starts a project again without disposing of the old instance is served by the new one.
 */
export function claimDirectory(directory: string): Claim {
  const claims = sharedClaims();
  const token = Symbol(directory);
  claims.set(directory, token);
  return {
    isHeld: () => claims.get(directory) === token,
    release() {
      if (claims.get(directory) === token) claims.delete(directory);
    },
  };
}

function sharedClaims(): Map<string, symbol> {
  const found: unknown = Reflect.get(globalThis, KEY);
  if (found instanceof Map) return found;
  const claims = new Map<string, symbol>();
  Reflect.set(globalThis, KEY, claims);
  return claims;
}
