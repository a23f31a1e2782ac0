/** The output of setup and teardown, and AXIS's own warnings. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import { Fold } from "../parts/section.tsx";
import { LongText } from "../text/long-text.tsx";
import { maxMarkdownLength, MarkdownText } from "../text/markdown.tsx";
import { Passage } from "../text/passage.tsx";
import { safeLine } from "../text/safe.ts";

export function Notes({ detail }: { detail: RunDetail }) {
  const { setupOutput, teardownOutput, teardownError, warnings = [], judgeReplies = [] } = detail;
  if (
    [setupOutput, teardownOutput, teardownError].every((text) => !text) &&
    warnings.length + judgeReplies.length === 0
  )
    return null;
  return (
    <Fold id="notes" title="Notes" note={listTopics(detail)} isOpen={warnings.length > 0 || Boolean(teardownError)}>
      <Note title="Setup" text={setupOutput} />
      <Note title="Teardown" text={teardownOutput} />
      <Note title="Teardown failed" text={teardownError} />
      {warnings.length > 0 && (
        <ul class="insights">
          {warnings.map((warning, index) => (
            <li key={index}>
              <Passage text={warning} />
            </li>
          ))}
        </ul>
      )}
      {judgeReplies.map(({ question, attempt, problem, raw }) => (
        <details key={`${question} ${attempt}`}>
          <summary>
            Unreadable reply of the judge: {safeLine(question, 120)}, attempt {attempt}: {safeLine(problem)}
          </summary>
          <LongText text={raw} name={`reply-${attempt}`} />
        </details>
      ))}
    </Fold>
  );
}

function listTopics({
  setupOutput,
  teardownOutput,
  teardownError,
  warnings = [],
  judgeReplies = [],
}: RunDetail): string {
  return [
    ...(setupOutput ? ["setup"] : []),
    ...(teardownOutput || teardownError ? ["teardown"] : []),
    ...(warnings.length > 0 ? [formatCount(warnings.length, "warning")] : []),
    ...(judgeReplies.length > 0 ? [formatCount(judgeReplies.length, "unreadable answer")] : []),
  ].join(", ");
}

function Note({ title, text }: { title: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <div class="labelled">
      <h3 class="label">{title}</h3>
      {text.length > maxMarkdownLength ? (
        <LongText text={text} name={title} />
      ) : (
        <MarkdownText text={text} name={title} />
      )}
    </div>
  );
}
