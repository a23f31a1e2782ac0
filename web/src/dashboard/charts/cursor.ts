/** The moment that all charts of a view point at, and how one moves it by keyboard. */
import type { Moments } from "./frame.ts";
import type { Reading } from "./reading.ts";

export interface Cursor extends Moments {
  /** Null while nobody points anywhere. */
  readonly at: number | null;
  readonly moveTo: (at: number | null) => void;
  readonly format: (at: number) => string;
}

/** What a chart says: where nobody points, that of the newest moment. */
export interface Said {
  readonly title: string;
  readonly at: number | null;
  readonly readings: readonly Reading[];
}

const jumps: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowLeft: (place) => place - 1,
  ArrowRight: (place) => place + 1,
  PageUp: (place) => place - 10,
  PageDown: (place) => place + 10,
  Home: () => 0,
  End: (_, last) => last,
};

/** To a screen reader a chart is something one moves along, and that says what is there. */
export function walkable({ moments, moveTo, format }: Cursor, { title, at, readings }: Said) {
  const last = moments.length - 1;
  const place = at === null ? last : moments.indexOf(at);
  const words = readings.map(({ line, text }) => `${line.name} ${text}`).join(", ");
  return {
    role: "slider" as const,
    tabIndex: 0,
    "aria-label": `${title} over time`,
    "aria-valuemin": 0,
    "aria-valuemax": Math.max(0, last),
    "aria-valuenow": Math.max(0, place),
    "aria-valuetext": at === null ? "no points" : `${format(at)}: ${words === "" ? "nothing" : words}`,
    onKeyDown: (event: KeyboardEvent) => {
      const jump = jumps[event.key];
      if (jump === undefined || last < 0) return;
      event.preventDefault();
      moveTo(moments[Math.max(0, Math.min(last, jump(place, last)))] ?? null);
    },
  };
}
