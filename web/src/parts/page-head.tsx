/** The top of every page: a tag, the answer in one sentence, why, and the number that matters. */
import type { ComponentChildren } from "preact";

interface PageHeadProps {
  /** The tag, and what the page is about. */
  readonly tags: ComponentChildren;
  /** The answer: a sentence with a full stop. */
  readonly title: ComponentChildren;
  /** Why, and what to do: one or two sentences. */
  readonly lead?: ComponentChildren;
  /** Below the sentences: bars, chips, commands. */
  readonly children?: ComponentChildren;
  /** The number at the right. */
  readonly aside?: ComponentChildren;
}

export function PageHead({ tags, title, lead, children, aside }: PageHeadProps) {
  return (
    <section class="page-head" aria-labelledby="page-title">
      <div class="page-answer">
        <p class="page-tags">{tags}</p>
        <h1 id="page-title">{title}</h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
        {children}
      </div>
      {aside !== undefined && <div class="page-number">{aside}</div>}
    </section>
  );
}

/** What each word says: green is good, red needs work, amber is unfinished, grey says nothing yet. */
const tones: Readonly<Record<string, string>> = {
  PASS: "pass",
  PASSED: "pass",
  WINNER: "pass",
  IMPROVED: "pass",
  FAIL: "fail",
  FAILED: "fail",
  "NO WINNER": "fail",
  REGRESSED: "fail",
  INCOMPLETE: "warn",
};

/** A verdict or a status as a filled tag. Takes any word; those without a tone are grey. */
export function VerdictTag({ word }: { readonly word: string }) {
  const text = word.toUpperCase();
  return <strong class={`verdict-tag fill-${tones[text] ?? "plain"}`}>{text}</strong>;
}
