/** What a check is about: the task, the final answer, the files that it names, and the steps that it may rest on. */
import { useMemo } from "preact/hooks";
import type { ReviewItem } from "../../../src/report/review/review-answer.ts";
import type { RunData } from "../data/run-data.ts";
import { useRun } from "../data/use-run.ts";
import { AgentName } from "../parts/agent-look.tsx";
import { Counts, Lines } from "../patch/changed-file.tsx";
import { usePatch } from "../patch/use-patch.ts";
import type { RunSource } from "../source/source.ts";
import { LongText } from "../text/long-text.tsx";
import { maxMarkdownLength, Markdown } from "../text/markdown.tsx";
import { safe, safeLine, safeName } from "../text/safe.ts";
import { chooseFiles, chooseSteps } from "./choose-evidence.ts";
import type { CheckPlace } from "./use-review.ts";

interface EvidenceProps {
  readonly source: RunSource;
  readonly linkTo: (runId: string, step?: number) => string;
  readonly place: CheckPlace;
  readonly item: ReviewItem | undefined;
}

export function Evidence({ source, linkTo, place, item }: EvidenceProps) {
  const { runId, checkIndex } = place;
  const runPlace = useMemo(() => ({ block: runId }), [runId]);
  const reading = useRun(source, runPlace);
  if (reading === null) return <p class="waiting review-evidence">Loading the run.</p>;
  if ("error" in reading)
    return <p class="notice bad review-evidence">The run cannot be read: {safe(reading.error)}</p>;
  const { data } = reading;
  const subject = item ?? data.block.detail.score?.goalAchievement.criteria[checkIndex];
  const about = { data, check: subject?.check ?? "", cites: subject?.cites ?? [] };
  return (
    <article class="review-evidence" aria-label="What the check is about">
      <EvidenceHead detail={data.block.detail} href={linkTo(runId)} />
      <TaskAndAnswer detail={data.block.detail} />
      <NamedFiles source={source} {...about} />
      <Steps {...about} linkTo={(step) => linkTo(runId, step)} />
    </article>
  );
}

function TaskAndAnswer({ detail: { prompt, output } }: Pick<RunData["block"], "detail">) {
  return (
    <>
      <h3 class="label">Task</h3>
      <Quoted text={prompt} name="task" />
      <h3 class="label">Final answer</h3>
      {output.result ? (
        <Quoted text={output.result} name="final-answer" isAnswer />
      ) : (
        <p class="decided">The agent gave none.</p>
      )}
    </>
  );
}

function EvidenceHead({ detail, href }: { readonly detail: RunData["block"]["detail"]; readonly href: string }) {
  return (
    <header>
      <h2>
        <AgentName name={detail.agentName} /> <small>on</small> {safeName(detail.scenarioKey, 120)}
      </h2>
      <span>trial {detail.trial}</span>
      <a href={href}>Open the run</a>
    </header>
  );
}

function Quoted({
  text,
  name,
  isAnswer = false,
}: {
  readonly text: string;
  readonly name: string;
  readonly isAnswer?: boolean;
}) {
  return (
    <div class={isAnswer ? "quoted answer" : "quoted"}>
      {text.length > maxMarkdownLength ? <LongText text={text} name={name} /> : <Markdown text={text} />}
    </div>
  );
}

interface ChosenProps {
  readonly data: RunData;
  readonly check: string;
  readonly cites: readonly (number | string)[];
}

/** Files whose lines are shown; the run page has all of them. */
const filesShown = 3;

function NamedFiles({ source, data, check, cites }: ChosenProps & { readonly source: RunSource }) {
  const reading = usePatch(source, data.block);
  if (data.block.patch === undefined || reading === null || "error" in reading) return null;
  const { named, others } = chooseFiles(reading.patch.files, { check, cites });
  if (named.length + others.length === 0) return null;
  return (
    <>
      <h3 class="label">
        {named.length > 0 ? "What the check is about, as the agent left it" : "What the agent changed"}
      </h3>
      {(named.length > 0 ? named : others).slice(0, filesShown).map((file, index) => (
        <div class="named-file" key={index}>
          <p>
            <code>{safeLine(file.path, 300)}</code> <Counts file={file} />
          </p>
          <Lines file={file} />
        </div>
      ))}
      {named.length + others.length > Math.min(filesShown, named.length || others.length) && (
        <p class="decided">The run page shows all {named.length + others.length} changed files.</p>
      )}
    </>
  );
}

function Steps({ data, check, cites, linkTo }: ChosenProps & { readonly linkTo: (step: number) => string }) {
  const steps = useMemo(() => chooseSteps(data, { check, cites }), [data, check, cites]);
  if (steps.length === 0) return null;
  return (
    <>
      <h3 class="label">Steps it may rest on</h3>
      <ul class="rest-on">
        {steps.map(({ id, title, excerpt }) => (
          <li key={id}>
            <a href={linkTo(id)}>#{id}</a>
            <code>{safeLine(title, 160)}</code>
            <span>{safeLine(excerpt, 240)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
