/** What a competition proposes: the winner's best run of each scenario with its branch, and the commands to look at it and to apply it. */
import type { Competition } from "../../../src/core/report/competition.ts";
import { quoteShellWord } from "../../../src/core/shell-word.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { TrialMarks } from "../overview/trial-marks.tsx";
import { AgentMark, AgentName } from "../parts/agent-look.tsx";
import { formatMoment } from "../parts/moment.ts";
import { Facts, Section } from "../parts/section.tsx";
import { StackedCell } from "../parts/stacked-cell.tsx";
import { runLink } from "../page-routes.ts";
import { safe, safeLine, safeName } from "../text/safe.ts";
import type { CompetitionProps } from "./competition.tsx";

type ProposalsProps = Pick<CompetitionProps, "competition" | "report" | "page">;

export function Proposals(props: ProposalsProps) {
  const { competition } = props;
  const { proposals, base, isDirty, winner } = competition;
  const start = `Everybody started from ${base.commit.slice(0, 12)} (${safeLine(base.ref, 80)})`;
  return (
    <Section id="proposal" title={winner === null ? "Branches" : "Proposal"}>
      <Pick pick={competition.pick} />
      <Scenarios {...props} />
      {proposals.length > 1 ? (
        <details class="rest" open={proposals.length <= mostOpen}>
          <summary>Branches and commands of {formatCount(proposals.length, "proposal")}</summary>
          <ProposalList competition={competition} />
        </details>
      ) : (
        <ProposalList competition={competition} />
      )}
      <Branches branches={competition.branches} />
      <p class="chart-note">
        {start}
        {isDirty && ", without uncommitted changes"}.
      </p>
    </Section>
  );
}

/** The commands of more proposals are shown on demand. */
const mostOpen = 3;

function ProposalList({ competition }: Pick<ProposalsProps, "competition">) {
  return (
    <>
      {competition.proposals.map((proposal) => (
        <ProposalCommands key={proposal.scenarioKey} proposal={proposal} competition={competition} />
      ))}
    </>
  );
}

function Pick({ pick }: Pick<Competition, "pick">) {
  if (pick === undefined) return null;
  const { agentName, by, at, note } = pick;
  return (
    <p class="notice">
      {safeLine(by, 80)} picked <AgentName name={agentName} /> on {formatMoment(at)}
      {note === null ? "." : `: ${safe(note)}`}
    </p>
  );
}

/** How every entrant did in each scenario, and the trial that is proposed. A single scenario is in the ranking already. */
function Scenarios({ competition, report, page }: ProposalsProps) {
  const { ranking } = competition;
  const scenarios = [...new Set(report.results.map(({ scenarioKey }) => scenarioKey))];
  if (scenarios.length < 2) return null;
  return (
    <table role="table" class="entrants stacks">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Scenario
          </th>
          {ranking.map(({ agentName }) => (
            <th role="columnheader" scope="col" key={agentName}>
              <AgentName name={agentName} />
            </th>
          ))}
          <th role="columnheader" scope="col">
            Proposed
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {scenarios.map((scenario) => (
          <ScenarioRow key={scenario} {...{ scenario, competition, report, page }} />
        ))}
      </tbody>
    </table>
  );
}

function ScenarioRow({ scenario, competition, report, page }: ProposalsProps & { readonly scenario: string }) {
  const results = report.results.filter(({ scenarioKey }) => scenarioKey === scenario);
  const proposed = competition.proposals.find(({ scenarioKey }) => scenarioKey === scenario);
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {safeName(scenario, 120)}
      </th>
      {competition.ranking.map(({ agentName }) => {
        const result = results.find((each) => each.agentName === agentName);
        return (
          <StackedCell key={agentName} title={safeName(agentName, 40)}>
            {result === undefined ? (
              <span class="none">not run</span>
            ) : (
              <TrialMarks result={result} side={0} page={page} />
            )}
          </StackedCell>
        );
      })}
      <StackedCell title="Proposed">
        {proposed === undefined ? (
          <span class="none">nothing passed</span>
        ) : (
          <a href={runLink({ side: 0, runId: proposed.runId })}>trial {proposed.trial}</a>
        )}
      </StackedCell>
    </tr>
  );
}

interface CommandsProps {
  readonly proposal: Competition["proposals"][number];
  readonly competition: Competition;
}

function ProposalCommands({ proposal: { scenarioKey, branch }, competition }: CommandsProps) {
  const { id, base, proposals } = competition;
  const isOneOfMany = proposals.length > 1;
  const scenario = isOneOfMany ? ` --scenario ${quoteShellWord(scenarioKey)}` : "";
  return (
    <div class="proposal">
      {isOneOfMany && <h3>{safeName(scenarioKey, 120)}</h3>}
      {branch === null ? (
        <p class="notice">The winner changed no files, so there is no branch.</p>
      ) : (
        <Facts
          facts={[
            ["Branch", <code>{safe(branch)}</code>],
            [
              "Look",
              <code class="next-command">
                {safe(`git diff ${base.commit.slice(0, 12)} ${quoteShellWord(branch)}`)}
              </code>,
            ],
            ["Apply", <code class="next-command">{safe(`axis compete apply ${id}${scenario}`)}</code>],
          ]}
        />
      )}
    </div>
  );
}

function Branches({ branches }: Pick<Competition, "branches">) {
  if (branches.length === 0) return <p class="notice">No run changed a file, so there is no branch.</p>;
  return (
    <details class="rest">
      <summary>Branches of all {formatCount(branches.length, "run")} that changed files</summary>
      <ul class="branches">
        {branches.map(({ branch, runId, agentName }) => (
          <li key={branch}>
            <AgentMark name={agentName} /> <code>{safe(branch)}</code>{" "}
            <a href={runLink({ side: 0, runId })}>
              Run<span class="sr"> of {safe(branch)}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
