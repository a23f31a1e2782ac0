/** Brings the step that the address names into view, and keeps it there while the page around it still grows. */
import { useEffect, useRef } from "preact/hooks";
import type { TranscriptData } from "../data/run-data.ts";

/** What shows that a reader goes their own way. */
const moves = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** `show` says whether the step is there yet. */
export function useStepPlace(step: number | null, data: TranscriptData, show: (step: number) => boolean): void {
  const shown = useRef<number | null>(null);
  const isHeld = useRef(false);
  useEffect(() => {
    const release = () => {
      isHeld.current = false;
    };
    for (const move of moves) addEventListener(move, release, { passive: true });
    return () => {
      for (const move of moves) removeEventListener(move, release);
    };
  }, []);
  useEffect(() => {
    if (step === null || (shown.current === step && !isHeld.current)) return;
    if (!show(step)) return;
    // A page that is whole does not grow any more.
    isHeld.current = !data.isWhole && data.isGrowing !== true;
    shown.current = step;
  }, [step, data]);
}
