/** What the agent was asked, and what it answered last, side by side with the checks. */
import { formatPatch } from "../../../src/report/text/format-patch.ts";
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import { Section } from "../parts/section.tsx";
import { MarkdownText } from "../text/markdown.tsx";

export function TaskAndAnswer({ detail: { prompt, output, patch } }: { readonly detail: RunDetail }) {
  const changed = patch === undefined ? null : formatPatch(patch);
  const { result } = output;
  return (
    <Section id="task" title="Task and answer">
      <h3 class="label">Task</h3>
      <div class="quoted">
        <MarkdownText text={prompt} name="task" />
      </div>
      <h3 class="label">Final answer</h3>
      {result === null || result === "" ? (
        <p class="notice">The agent gave no final answer.</p>
      ) : (
        <div class="quoted answer">
          <MarkdownText text={result} name="final-answer" />
        </div>
      )}
      {changed !== null && (
        <p>
          <button type="button" class="quiet" onClick={showChanges}>
            What it changed
          </button>{" "}
          {changed}
        </p>
      )}
    </Section>
  );
}

function showChanges(): void {
  const fold = document.querySelector<HTMLDetailsElement>("#diff > details");
  if (fold === null) return;
  fold.open = true;
  fold.scrollIntoView();
}
