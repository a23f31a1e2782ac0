/** The moment that all charts of a view highlight, and how to move it by keyboard. */
import type { Moments } from "./frame.ts";
import type { Reading } from "./reading.ts";

export interface Cursor extends Moments {
  /** Null if nothing is highlighted. */
  readonly at: number | null;
  readonly moveTo: (at: number | null) => void;
  readonly format: (at: number) => string;
  /** Chooses the highlighted moment, or gives it up; absent if there is nothing to choose. */
  readonly choose?: (at: number) => void;
}

/** The text of a chart: of the highlighted moment, or of the newest. */
export interface ChartText {
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

/** Makes a chart a slider for screen readers, with the values at the moment as its text. */
export function sliderProps({ moments, moveTo, format, choose }: Cursor, { title, at, readings }: ChartText) {
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
    "aria-valuetext": at === null ? "no points" : `${format(at)}: ${words === "" ? "no values" : words}`,
    onKeyDown: (event: KeyboardEvent) => {
      if (choose !== undefined && (event.key === "Enter" || event.key === " ") && at !== null) {
        event.preventDefault();
        return choose(at);
      }
      const jump = jumps[event.key];
      if (jump === undefined || last < 0) return;
      event.preventDefault();
      moveTo(moments[Math.max(0, Math.min(last, jump(place, last)))] ?? null);
    },
  };
}
