import type { ComponentChildren } from "preact";

interface ChipsProps {
  readonly label: string;
  readonly chips: readonly {
    readonly name: string;
    readonly count?: number;
    readonly href: string;
    readonly isCurrent: boolean;
  }[];
  readonly children?: ComponentChildren;
}

/** Filters of a list. Each is a link, so that the browser's back and forward work. */
export function Chips({ label, chips, children }: ChipsProps) {
  return (
    <nav class="chips" aria-label={label}>
      {chips.map(({ name, count, href, isCurrent }) => (
        <a href={href} aria-current={isCurrent ? "true" : undefined}>
          {name} {count !== undefined && <span class="count">{count}</span>}
        </a>
      ))}
      {children}
    </nav>
  );
}
