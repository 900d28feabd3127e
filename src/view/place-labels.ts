import type { Circle } from "./view.ts";

/** A name that should stand at a circle. */
export interface LabelWish {
  readonly key: string;
  readonly at: Circle;
  /** The whole name first, then shorter ones. */
  readonly texts: readonly string[];
  readonly sides: readonly Side[];
  /** Of the letters, in units of the picture. */
  readonly size: number;
  readonly widthOf: (text: string) => number;
}

export type Side = "above" | "below";

export interface Label extends LabelWish {
  readonly text: string;
  /** The middle of the line on which the letters stand. */
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Surroundings {
  /** What can be seen. */
  readonly frame: Box;
  /** What no name may cover. */
  readonly dots: readonly Circle[];
  /** What a name covers only where it finds no other place. */
  readonly areas: readonly Circle[];
}

/** Of letters of any font, from their line, in parts of their size. */
const RISE = 1.1;
const FALL = 0.35;
/** From the circle. */
const DISTANCE = 0.25;

/**
 * Names that cover neither each other nor a dot and are inside the frame. The first come first; some find no
 * place. A shorter name is better than a whole one in the area of another.
 */
export function placeLabels(wishes: readonly LabelWish[], around: Surroundings): Label[] {
  const taken: Box[] = [];
  return wishes.flatMap((wish) => {
    const areas = around.areas.filter((area) => area !== wish.at);
    const free = candidates(wish, around.frame).filter(
      (box) =>
        !taken.some((other) => isOver(box, other)) &&
        !around.dots.some((dot) => isOnCircle(box, dot)),
    );
    const best = free.find((box) => !areas.some((area) => isOnCircle(box, area))) ?? free[0];
    if (best === undefined) return [];
    taken.push(best);
    const x = (best.left + best.right) / 2;
    return [{ ...wish, text: best.text, x, y: best.bottom - FALL * wish.size }];
  });
}

type Candidate = Box & { readonly text: string };

function candidates({ at, texts, sides, size, widthOf }: LabelWish, frame: Box): Candidate[] {
  const height = (RISE + FALL) * size;
  const beside = at.r + DISTANCE * size;
  return texts.flatMap((text) => {
    const width = widthOf(text);
    if (width > frame.right - frame.left) return [];
    return sides.map((side) => {
      const wanted = side === "above" ? at.y - beside - height : at.y + beside;
      const top = clamp(wanted, frame.top, frame.bottom - height);
      const left = clamp(at.x - width / 2, frame.left, frame.right - width);
      return { text, left, top, right: left + width, bottom: top + height };
    });
  });
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

function isOver(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function isOnCircle(box: Box, { x, y, r }: Circle): boolean {
  const [dx, dy] = [x - clamp(x, box.left, box.right), y - clamp(y, box.top, box.bottom)];
  return dx * dx + dy * dy < r * r;
}
