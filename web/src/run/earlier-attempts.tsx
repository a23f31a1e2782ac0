/** What was tried before this run, where the infrastructure failed. */
import type { EarlierAttempt } from "../../../src/core/report/earlier-attempt.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import { Section } from "../parts/section.tsx";
import { Passage } from "../text/passage.tsx";
import { safeLine } from "../text/safe.ts";

export function EarlierAttempts({ attempts }: { attempts: readonly EarlierAttempt[] }) {
  if (attempts.length === 0) return null;
  return (
    <Section id="attempts" title="Earlier attempts" note={String(attempts.length)}>
      <ol class="insights">
        {attempts.map(({ runId, file, code, error, waitedMs }) => (
          <li key={runId}>
            <span class="tag tone-warn">{code}</span> <Passage text={error} />
            <p class="decided">
              {safeLine(runId, 80)} in {safeLine(file, 200)}; the next attempt came {formatDuration(waitedMs)} later
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
