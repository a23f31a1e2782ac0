/** What was expected and what was answered, with the words that differ. */
import type { PageItem } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import { safe } from "../text/safe.ts";
import { diffWords, type DiffPart } from "../text/word-diff.ts";

/** Longer texts are cut here; an open item shows them in full. */
const maxLength = 600;

interface ItemTextsProps {
  readonly item: PageItem;
  readonly isMarked: boolean;
}

/** Nothing if the results do not contain the texts. */
export function ItemTexts({ item: { fields }, isMarked }: ItemTextsProps) {
  const expected = cut(fields?.["expected_output"]);
  const actual = cut(fields?.["actual_output"]);
  if (expected === null && actual === null) return null;
  const diff = isMarked && expected !== null && actual !== null ? diffWords(expected, actual) : null;
  return (
    <dl class="item-texts">
      <Side title="expected" text={expected} parts={diff?.expected} tag="del" />
      <Side title="answer" text={actual} parts={diff?.actual} tag="ins" />
    </dl>
  );
}

function cut(text: string | undefined): string | null {
  if (text === undefined) return null;
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`;
}

interface SideProps {
  readonly title: string;
  readonly text: string | null;
  /** Undefined if the texts were not compared. */
  readonly parts: readonly DiffPart[] | undefined;
  readonly tag: "ins" | "del";
}

function Side({ title, text, parts, tag: Tag }: SideProps) {
  if (text === null) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd dir="auto">
        {(parts ?? [{ text, differs: false }]).map((part, index) =>
          part.differs ? <Tag key={index}>{safe(part.text.toWellFormed())}</Tag> : safe(part.text.toWellFormed()),
        )}
      </dd>
    </div>
  );
}
