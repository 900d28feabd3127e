import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Box } from "../place-labels.ts";

/** The part of the picture's plane that is on the screen. */
export interface Frame {
  readonly frame: Box;
  /** How many units of the picture a pixel has. */
  readonly scale: number;
}

/** How a picture of this size is shown in an element; undefined until that is measured. */
export function useFrame(
  svg: RefObject<SVGSVGElement | null>,
  width: number,
  height: number,
): Frame | undefined {
  const [size, setSize] = useState<{ width: number; height: number } | undefined>();
  useLayoutEffect(() => {
    const element = svg.current;
    if (element === null) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return useMemo(() => {
    if (size === undefined || size.width === 0 || size.height === 0) return undefined;
    const scale = Math.max(width / size.width, height / size.height);
    const [left, top] = [(width - size.width * scale) / 2, (height - size.height * scale) / 2];
    return { scale, frame: { left, top, right: width - left, bottom: height - top } };
  }, [size?.width, size?.height, width, height]);
}
