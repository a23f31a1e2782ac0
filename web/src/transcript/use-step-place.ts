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
    const ended = new AbortController();
    const release = () => {
      isHeld.current = false;
    };
    for (const move of moves) addEventListener(move, release, { passive: true, signal: ended.signal });
    // Whatever comes in above would push the step out of view.
    const watcher = new ResizeObserver(() => void (isHeld.current && scrollToTranscript()));
    watcher.observe(document.body);
    return () => {
      watcher.disconnect();
      ended.abort();
    };
  }, []);
  useEffect(() => {
    if (step === null || shown.current === step || !show(step)) return;
    shown.current = step;
    isHeld.current = true;
    scrollToTranscript();
  }, [step, data]);
}

function scrollToTranscript(): void {
  document.getElementById("transcript")?.scrollIntoView();
}
