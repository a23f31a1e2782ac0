/** A label on the page of a run: what a person says about a check, a step or the whole run, with a note. */
import { useState } from "preact/hooks";
import { targetKey } from "../../../src/core/review/label-target.ts";
import type { ReviewLabel } from "../../../src/core/review/review-label.ts";
import { safe, safeLine } from "../text/safe.ts";
import { choices, describeHuman, describeJudge, isAgreed, type MarkKind } from "./label-words.ts";
import type { LabelDraft } from "./review-store.ts";
import type { Labels } from "./use-labels.ts";

type Target = Pick<LabelDraft, "id" | "checkIndex" | "step">;

interface MarkProps {
  readonly labels: Labels;
  readonly kind: MarkKind;
  readonly target: Target;
  /** What is labelled, for screen readers: "check 2", "step 7". */
  readonly name: string;
}

export function Mark({ labels, kind, target, name }: MarkProps) {
  const [isOpen, setOpen] = useState(false);
  const label = labels.byKey.get(targetKey(target));
  const given = label === undefined || label.human === "withdrawn" ? undefined : label;
  const save = async (human: ReviewLabel["human"], notes: string) => {
    const answer = await labels.save({ ...target, human, notes });
    if (answer !== undefined) setOpen(false);
  };
  if (isOpen) return <MarkForm {...{ kind, name, given, error: labels.error, save }} onClose={() => setOpen(false)} />;
  return (
    <span class="label-mark">
      {given !== undefined && <GivenLabel label={given} />}
      <button
        type="button"
        class="quiet"
        aria-label={`${given ? "Change" : "Add"} your label of ${name}`}
        onClick={() => setOpen(true)}
      >
        {given === undefined ? "Label" : "Change"}
      </button>
      {given !== undefined && (
        <button
          type="button"
          class="quiet"
          aria-label={`Undo your label of ${name}`}
          onClick={() => void save("withdrawn", "")}
        >
          Undo
        </button>
      )}
    </span>
  );
}

function GivenLabel({ label }: { readonly label: ReviewLabel }) {
  const agreed = isAgreed(label);
  return (
    <span class={agreed === false ? "label-given differs" : "label-given"}>
      {safeLine(label.by ?? "Someone", 60)}: <b>{describeHuman(label)}</b>
      {agreed === false && <> (AXIS: {describeJudge(label)})</>}
      {label.notes && <q>{safeLine(label.notes, 200)}</q>}
    </span>
  );
}

interface FormProps extends Pick<MarkProps, "kind" | "name"> {
  readonly given: ReviewLabel | undefined;
  readonly error: string | null;
  readonly save: (human: ReviewLabel["human"], notes: string) => Promise<void>;
  readonly onClose: () => void;
}

function MarkForm({ kind, name, given, error, save, onClose }: FormProps) {
  const [notes, setNotes] = useState(given?.notes ?? "");
  return (
    <span class="label-form" role="group" aria-label={`Your label of ${name}`}>
      {choices[kind].map(([verdict, words]) => (
        <button
          key={verdict}
          type="button"
          aria-pressed={given?.human === verdict}
          onClick={() => void save(verdict, notes.trim())}
        >
          {words}
        </button>
      ))}
      <label>
        <span class="sr">Why</span>
        <input
          value={notes}
          maxLength={4_000}
          placeholder="Why? Then choose."
          onInput={(event) => setNotes(event.currentTarget.value)}
        />
      </label>
      <button type="button" class="quiet" onClick={onClose}>
        Cancel
      </button>
      {error !== null && (
        <span class="bad" role="alert">
          Not saved: {safe(error)}.
        </span>
      )}
    </span>
  );
}
