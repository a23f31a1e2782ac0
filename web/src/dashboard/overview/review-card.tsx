/** How many judged checks wait for a person, and how far people and judges agree so far. */
import { formatCount } from "../../../../src/core/format-count.ts";
import { Section } from "../../parts/section.tsx";
import { describeAgreement, describeCount } from "../../review/agreement-panel.tsx";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { toAgreement } from "../review/server-store.ts";
import type { ViewProps } from "../views.ts";

/** Nothing while it is unknown, and if there is neither a check nor a label. */
export function ReviewCard({ api, live, workspace, route }: ViewProps<string>) {
  const query = { workspace, limit: 1 };
  const [review, again] = useLoaded((abort) => api.get("/v1/review", { query, abort }), workspace);
  useLiveRefresh(live, "scores", again);
  if (review.value === null) return null;
  const { waiting } = review.value;
  const agreement = toAgreement(review.value.agreement);
  if (waiting === 0 && agreement.labels === 0) return null;
  return (
    <Section
      id="review"
      title="Review"
      note={`${formatCount(waiting, "check")} ${waiting === 1 ? "waits" : "wait"} for a person`}
    >
      <p>
        {agreement.labels > 0 && `${describeAgreement(agreement)} `}
        {describeCount(agreement)}
      </p>
      <progress
        max={agreement.needed}
        value={Math.min(agreement.labels, agreement.needed)}
        aria-label="Labels for a calibration"
      />
      <p>
        <a href={route.link("review")}>{waiting === 0 ? "Open the review" : "Review the next check"}</a>
      </p>
    </Section>
  );
}
