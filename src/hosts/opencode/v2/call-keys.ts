import { field, textField } from "../../shared/payload.ts";

/** Calls inside code mode share the id of the call around them: the tool and its input tell them apart. */
export function callKeys() {
  const running = new Map<string, Set<string>>();

  function keyOf(event: unknown): string {
    const input = JSON.stringify(field(event, "input"));
    return `${callOf(event)} ${textField(event, "tool") ?? ""} ${input}`;
  }

  return {
    begin(event: unknown): string {
      const key = keyOf(event);
      const keys = running.get(callOf(event)) ?? new Set();
      running.set(callOf(event), keys.add(key));
      return key;
    },
    end(event: unknown): string {
      const key = keyOf(event);
      const keys = running.get(callOf(event));
      keys?.delete(key);
      if (keys?.size === 0) running.delete(callOf(event));
      return key;
    },
    /** What runs under this id. */
    under: (call: string): readonly string[] => [...(running.get(call) ?? [])],
    drop: (call: string) => running.delete(call),
  };
}

function callOf(event: unknown): string {
  return textField(event, "id") ?? "";
}
