/** The state of the review page: the queue, the check in question, the note, and what was decided just now. */
import { useEffect, useRef, useState } from "preact/hooks";
import { errorMessage } from "../../../src/core/error.ts";
import type { ReviewLabel } from "../../../src/core/review/review-label.ts";
import type { PeopleAgreement } from "../../../src/report/review/people-agreement.ts";
import type { ReviewAnswer, ReviewItem } from "../../../src/report/review/review-answer.ts";
import type { LabelDraft, ReviewStore } from "./review-store.ts";

/** A check of a run, by its position in the rubric. */
export interface CheckPlace {
  readonly runId: string;
  readonly checkIndex: number;
}

export interface Decision {
  readonly item: CheckPlace & Partial<ReviewItem>;
  readonly label: ReviewLabel;
}

export interface Review {
  /** Null until the queue is read. */
  readonly answer: ReviewAnswer | null;
  readonly agreement: PeopleAgreement | null;
  readonly error: string | null;
  /** What still waits, in order. */
  readonly items: readonly ReviewItem[];
  readonly waiting: number;
  readonly current: CheckPlace | null;
  /** The row of the current check; undefined if it does not wait. */
  readonly item: ReviewItem | undefined;
  readonly notes: string;
  readonly setNotes: (notes: string) => void;
  readonly isSaving: boolean;
  /** The last decision on this page. */
  readonly last: Decision | null;
  /** The label of the current check, given on this page. */
  readonly given: ReviewLabel | undefined;
  decide(human: "pass" | "fail" | "unsure"): void;
  undo(): void;
  move(by: 1 | -1): void;
  show(place: CheckPlace): void;
}

export function useReview(store: ReviewStore, place: CheckPlace | null, onPlace: (place: CheckPlace) => void): Review {
  const { answer, error: unread } = useQueue(store);
  const { agreement, error: unsaved, isSaving, save, forgetError } = useSaving(store);
  const [decided, setDecided] = useState<readonly Decision[]>([]);
  const [notes, setNotes] = useState("");
  const all = answer?.items ?? [];
  const done = new Set(decided.map(({ item }) => placeKey(item)));
  const items = all.filter((item) => !done.has(placeKey(item)));
  const current = place ?? items[0] ?? null;
  const isCurrent = (other: CheckPlace) => current !== null && placeKey(other) === placeKey(current);
  const item = all.find(isCurrent);
  const last = decided.at(-1) ?? null;

  function show(next: CheckPlace | null): void {
    setNotes("");
    forgetError();
    if (next !== null) onPlace({ runId: next.runId, checkIndex: next.checkIndex });
  }

  async function decide(human: "pass" | "fail" | "unsure"): Promise<void> {
    // Nobody can decide about a check that is not shown yet.
    if (current === null || answer === null) return;
    const following = findFollowing(items, current);
    const label = await save(current, { human, notes: notes.trim() });
    if (label === undefined) return;
    const decision = { item: item ?? current, label };
    setDecided((before) => [...before.filter((each) => !isCurrent(each.item)), decision]);
    show(following ?? current);
  }

  async function undo(): Promise<void> {
    if (last === null) return;
    const label = await save(last.item, { human: "withdrawn", notes: "" });
    if (label === undefined) return;
    setDecided((before) => before.filter((each) => each !== last));
    show(last.item);
  }

  return {
    answer,
    agreement,
    error: unread ?? unsaved,
    items,
    waiting: Math.max(0, (answer?.waiting ?? 0) - (all.length - items.length)),
    current,
    item,
    notes,
    setNotes,
    isSaving,
    last,
    given: decided.find((each) => isCurrent(each.item))?.label,
    decide: (human) => void decide(human),
    undo: () => void undo(),
    move: (by) => show(findNeighbor(items, current, by)),
    show,
  };
}

/** The queue as it was when the page was opened. */
function useQueue(store: ReviewStore) {
  const [answer, setAnswer] = useState<ReviewAnswer | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    store.read().then(
      (read) => void (isWanted && setAnswer(read)),
      (failure: unknown) => void (isWanted && setError(errorMessage(failure))),
    );
    return () => {
      isWanted = false;
    };
  }, [store]);
  return { answer, error };
}

/** Saves one label at a time: a second key press must not save the same check twice. */
function useSaving(store: ReviewStore) {
  const [agreement, setAgreement] = useState<PeopleAgreement | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const saving = useRef(false);

  /** Undefined if it could not be saved; then `error` says why. */
  async function save(
    { runId: id, checkIndex }: CheckPlace,
    said: Pick<LabelDraft, "human" | "notes">,
  ): Promise<ReviewLabel | undefined> {
    if (saving.current) return undefined;
    saving.current = true;
    setSaving(true);
    try {
      const saved = await store.save({ id, checkIndex, ...said });
      setAgreement(saved.agreement);
      setError(null);
      return saved.label;
    } catch (failure) {
      setError(errorMessage(failure));
      return undefined;
    } finally {
      saving.current = false;
      setSaving(false);
    }
  }

  return { agreement, error, isSaving, save, forgetError: () => setError(null) };
}

function placeKey({ runId, checkIndex }: CheckPlace): string {
  return `${runId} ${checkIndex}`;
}

/** The next check that waits; at the end, the one before it. */
export function findFollowing(items: readonly ReviewItem[], current: CheckPlace): ReviewItem | undefined {
  const at = items.findIndex((item) => placeKey(item) === placeKey(current));
  if (at === -1) return items[0];
  return items[at + 1] ?? items[at - 1];
}

/** The first check if the current one does not wait. Stays at both ends. */
export function findNeighbor(items: readonly ReviewItem[], current: CheckPlace | null, by: 1 | -1): ReviewItem | null {
  const at = current === null ? -1 : items.findIndex((item) => placeKey(item) === placeKey(current));
  if (at === -1) return items[0] ?? null;
  return items[at + by] ?? items[at] ?? null;
}
