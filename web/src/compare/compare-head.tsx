/** The head of a comparison: the verdict in a sentence, what else changed, and the AXIS Result before and after. */
import type { PageReport } from "../../../src/report/html/page-index.ts";
import type { ComparisonView } from "../../../src/report/comparison-view.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { formatPoints } from "../../../src/report/text/format-verdict.ts";
import { formatDay } from "../parts/moment.ts";
import { PageHead, VerdictTag } from "../parts/page-head.tsx";
import { safeLine, safeName } from "../text/safe.ts";

interface CompareHeadProps {
  readonly view: ComparisonView;
  readonly sides: readonly (PageReport | undefined)[];
}

export function CompareHead({ view, sides }: CompareHeadProps) {
  const { word, heading, lead, scope, exit, next, result } = view;
  return (
    <PageHead
      tags={<VerdictTag word={word} />}
      title={safeLine(heading, 600)}
      lead={lead === "" ? undefined : safeLine(lead, 1200)}
      aside={<Slope {...result} days={sides.map(nameSide)} />}
    >
      <p class="compare-scope">
        {safeLine(scope, 600)} {exit}
        {next !== "" && " Next:"}
      </p>
      {next !== "" && <code class="next-command">{safeLine(next, 600)}</code>}
    </PageHead>
  );
}

/** The day of a report; a baseline has only a name. */
function nameSide(page: PageReport | undefined): string {
  const at = Date.parse(page?.report?.timestamp ?? "");
  return Number.isNaN(at) ? safeName(page?.name ?? "", 24) : formatDay(at);
}

interface SlopeProps {
  readonly before: number | null;
  readonly after: number | null;
  readonly days: readonly string[];
}

/** At most this many points are as steep as the picture allows. */
const steepest = 20;

function Slope({ before, after, days }: SlopeProps) {
  const change = before === null || after === null ? 0 : after - before;
  const drop = Math.max(-1, Math.min(1, -change / steepest)) * 24;
  const [from, to] = [40 - drop / 2, 40 + drop / 2];
  const value = (number: number | null) => (number === null ? noNumber : formatPoints(number));
  const label = `AXIS Result: ${value(before)} before (${days[0]}), ${value(after)} after (${days[1]})`;
  return (
    <figure class="slope">
      <figcaption class="label">AXIS Result</figcaption>
      <svg viewBox="0 0 340 84" role="img" aria-label={label}>
        <line x1="86" x2="254" y1={from} y2={to} />
        <circle class="hollow" cx="86" cy={from} r="5" />
        <circle cx="254" cy={to} r="6" />
        <text x="74" y={from + 9} class="numeral" text-anchor="end">
          {value(before)}
        </text>
        <text x="74" y={from + 28} text-anchor="end">
          {days[0]}
        </text>
        <text x="268" y={to + 9} class="numeral">
          {value(after)}
        </text>
        <text x="268" y={to + 28}>
          {days[1]}
        </text>
      </svg>
    </figure>
  );
}
