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
  const [expected, actual] = [fields?.["expected_output"], fields?.["actual_output"]];
  if (expected === undefined && actual === undefined) return null;
  const [one, other] = [cut(expected ?? ""), cut(actual ?? "")];
  const diff = isMarked && expected !== undefined && actual !== undefined ? diffWords(one, other) : null;
  return (
    <dl class="item-texts">
      {expected !== undefined && (
        <div>
          <dt>expected</dt>
          <dd dir="auto">
            <Parts parts={diff?.expected ?? plain(one)} tag="del" />
          </dd>
        </div>
      )}
      {actual !== undefined && (
        <div>
          <dt>answer</dt>
          <dd dir="auto">
            <Parts parts={diff?.actual ?? plain(other)} tag="ins" />
          </dd>
        </div>
      )}
    </dl>
  );
}

function cut(text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`;
}

function plain(text: string): DiffPart[] {
  return [{ text, differs: false }];
}

function Parts({ parts, tag: Tag }: { readonly parts: readonly DiffPart[]; readonly tag: "ins" | "del" }) {
  return (
    <>
      {parts.map(({ text, differs }, index) =>
        differs ? <Tag key={index}>{safe(text.toWellFormed())}</Tag> : safe(text.toWellFormed()),
      )}
    </>
  );
}
