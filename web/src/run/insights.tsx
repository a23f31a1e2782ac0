/** What lowered the number most, and what happened again and again, in sentences. */
import type { AxisResult } from "../../../src/core/score/axis-result.ts";
import { dimensionNames } from "../parts/names.ts";
import { Section } from "../parts/section.tsx";
import type { StepLink } from "../router.ts";
import { Passage } from "../text/passage.tsx";
import { StepLinks } from "./step-links.tsx";

export function Insights({ score, linkTo }: { score: AxisResult; linkTo: StepLink }) {
  if (score.insights.length === 0 && score.patterns.length === 0) return null;
  return (
    <Section id="insights" title="Insights">
      <ul class="insights">
        {score.insights.map((insight) => (
          <li key={`${insight.dimension} ${insight.signal} ${insight.message}`}>
            <Passage text={insight.message} />
          </li>
        ))}
        {score.patterns.map(({ dimension, severity, description, interactionIds }) => (
          <li key={`${dimension} ${description}`}>
            <span class={`tag tone-${severity === "high" ? "bad" : severity === "medium" ? "warn" : "plain"}`}>
              {severity}
            </span>{" "}
            <b>{dimensionNames.find(({ id }) => id === dimension)?.name}</b> <Passage text={description} />{" "}
            <StepLinks ids={interactionIds} linkTo={linkTo} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
