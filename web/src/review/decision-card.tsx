/** The question, the three answers and the note; the judge's grade appears only after the answer. */
import { safe, safeLine } from "../text/safe.ts";
import { Passage } from "../text/passage.tsx";
import { type Choice, choices, describeHuman, describeJudge, isAgreed } from "./label-words.ts";
import type { Decision, Review } from "./use-review.ts";

const keys: Readonly<Record<Choice, string>> = { pass: "H", fail: "N", unsure: "U" };

export function DecisionCard({ review }: { readonly review: Review }) {
  const { answer, item, given, isSaving, notes, setNotes, error } = review;
  return (
    <section class="decision" aria-labelledby="decision-title">
      <p class="label">Does this hold?</p>
      <h2 id="decision-title">
        <Passage text={item?.check ?? given?.check ?? (answer === null ? "Loading the check." : "This check")} />
      </h2>
      {choices.check.map(([verdict, words]) => (
        <button
          key={verdict}
          type="button"
          class={`choice ${verdict}`}
          aria-pressed={given?.human === verdict}
          aria-keyshortcuts={keys[verdict]}
          disabled={isSaving || answer === null}
          onClick={() => review.decide(verdict)}
        >
          <kbd aria-hidden="true">{keys[verdict]}</kbd> {words}
        </button>
      ))}
      <label>
        <span class="sr">Why</span>
        <textarea
          rows={2}
          maxLength={4_000}
          value={notes}
          placeholder="Why? For others, and for better checks"
          onInput={(event) => setNotes(event.currentTarget.value)}
          onKeyDown={leaveOnEscape}
        />
      </label>
      {error !== null && (
        <p class="bad" role="alert">
          Not saved: {safe(error)}.
        </p>
      )}
      <p class="hint">
        {given === undefined
          ? "The judge’s grade stays hidden until you decide, so that it does not sway you."
          : `You said: ${describeHuman(given)}. Another answer replaces it.`}
      </p>
    </section>
  );
}

/** From the note back to the keys. */
function leaveOnEscape(event: KeyboardEvent): void {
  if (event.key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
}

/** The last decision beside the judge's. Read out once it is there. */
export function JustNow({ review }: { readonly review: Review }) {
  const { last } = review;
  return (
    <div class="just-now" role="status">
      {last !== null && (
        <section aria-label="Just now">
          <p class="label">Just now</p>
          <Verdicts last={last} />
          <p class="decided">
            {describeAgreement(last)}{" "}
            <button type="button" class="quiet" onClick={() => review.undo()}>
              Undo
            </button>{" "}
            ·{" "}
            <button type="button" class="quiet" onClick={() => review.show(last.item)}>
              See it again
            </button>
          </p>
        </section>
      )}
    </div>
  );
}

function Verdicts({ last: { label } }: { readonly last: Decision }) {
  const judge = describeJudge(label);
  const reason = label.reason ?? "";
  return (
    <p>
      You: <b>{describeHuman(label)}</b>. Judge: {judge === null ? "no grade" : <b>{judge}</b>}
      {reason === "" ? "." : <>: “{safeLine(reason, 300)}”.</>}
    </p>
  );
}

function describeAgreement({ label }: Decision): string {
  const agreed = isAgreed(label);
  if (agreed === null) return "This does not count.";
  return agreed ? "You agree." : "You differ.";
}
