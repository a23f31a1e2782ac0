/** Brings steps into view: the one of the address, which stays there while more is loaded above it, and those that keys lead to. */
import { useEffect, useRef } from "preact/hooks";
import type { TranscriptData } from "../data/run-data.ts";
import { useShortcuts } from "../parts/keys.tsx";
import { rowKey, type TranscriptRow } from "./rows.ts";

/** Events that show that the reader moves on their own. */
const readerEvents = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** `show` brings the step into view; false: it is not there yet. */
export function useStepInView(step: number | null, data: TranscriptData, show: (step: number) => boolean): void {
  const shown = useRef<number | null>(null);
  const isHeld = useRef(false);
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    const ended = new AbortController();
    const release = () => {
      isHeld.current = false;
    };
    for (const move of readerEvents) addEventListener(move, release, { passive: true, signal: ended.signal });
    // Content loaded above would push the step out of view.
    const hold = () => void (isHeld.current && shown.current !== null && latest.current(shown.current));
    const watcher = new ResizeObserver(hold);
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
  }, [step, data]);
}

interface StepKeys {
  readonly rows: readonly TranscriptRow[];
  readonly isFailed: (row: TranscriptRow) => boolean;
  readonly show: (position: number) => void;
  readonly toggle: (row: TranscriptRow) => void;
}

/** J and K go from step to step, E to the next one that failed; Enter opens it. */
export function useStepKeys({ rows, isFailed, show, toggle }: StepKeys): void {
  const cursor = useRef(-1);
  const find = () => rows.findIndex((row) => rowKey(row) === cursor.current);
  const go = (position: number) => {
    const row = rows[position];
    if (row === undefined) return;
    cursor.current = rowKey(row);
    show(position);
    // The row may only be rendered by now.
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>(`[data-row="${cursor.current}"] .item-open`)?.focus({ preventScroll: true });
    });
  };
  useShortcuts([
    { key: "j", label: "Next step", run: () => go(find() + 1) },
    { key: "k", label: "Previous step", run: () => go(Math.max(0, find() - 1)) },
    {
      key: "e",
      label: "Next failed step",
      run: () => {
        const after = rows.findIndex((row, position) => position > find() && isFailed(row));
        go(after === -1 ? rows.findIndex(isFailed) : after);
      },
    },
    {
      key: "Enter",
      label: "Open or close the step",
      run: () => {
        const row = rows[find()];
        if (row !== undefined) toggle(row);
      },
    },
  ]);
}
