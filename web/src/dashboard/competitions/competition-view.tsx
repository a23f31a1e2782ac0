/** One competition: how its entrants stand while it runs, and its winner when it has finished. */
import type { ComponentChildren } from "preact";
import { Differences } from "../../competition/differences.tsx";
import { Places } from "../../competition/places.tsx";
import { formatShortMoment } from "../../parts/moment.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts } from "../../parts/section.tsx";
import { safeLine } from "../../text/safe.ts";
import type { CompetitionDocument } from "../api/answers.ts";
import type { Api } from "../api/api.ts";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { ConfirmButton } from "../parts/confirm-button.tsx";
import { ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { usePermissions } from "../parts/use-session.ts";
import type { ViewProps } from "../views.ts";
import { describeRuns, describeSize, describeState, toPlace } from "./competition-words.ts";
import { RunStrip, StateTag } from "./run-strip.tsx";

export function CompetitionView({ api, live, route }: ViewProps) {
  const { id = "" } = route.parameters;
  const [competition, again] = useLoaded((abort) => api.get("/v1/competitions/{id}", { path: { id }, abort }), id);
  useLiveRefresh(live, "competitions", again);
  const { mayWrite } = usePermissions(api);
  return (
    <>
      <p class="crumbs">
        <a href={route.link("competitions")}>All competitions</a>
      </p>
      <ShowLoaded loaded={competition} again={again}>
        {(found) => (
          <>
            <CompetitionHead competition={found} route={route}>
              {mayWrite && found.state === "running" && <CancelCompetition api={api} id={id} again={again} />}
            </CompetitionHead>
            <Places
              ranking={found.competition?.ranking ?? found.standing.map(toPlace)}
              isFinal={found.competition !== null}
            />
            {found.competition !== null && <Differences competition={found.competition} />}
          </>
        )}
      </ShowLoaded>
    </>
  );
}

interface CompetitionHeadProps extends Pick<ViewProps, "route"> {
  readonly competition: CompetitionDocument;
  readonly children: ComponentChildren;
}

function CompetitionHead({ competition, route, children }: CompetitionHeadProps) {
  const { id, runs, scenarios, workspace, report_id: report } = competition;
  return (
    <PageHead
      tags={
        <>
          <StateTag competition={competition} /> <span>{scenarios.map((name) => safeLine(name, 80)).join(", ")}</span>
        </>
      }
      title={<bdi>{safeLine(describeState(competition).sentence, 400)}.</bdi>}
      lead={
        report !== null && competition.competition !== null ? (
          <>
            Proposals, patches and every run are in{" "}
            <a href={route.link("reports/{id}", { id: report }, { workspace })}>the report</a>.
          </>
        ) : undefined
      }
    >
      <RunStrip runs={runs} />
      {competition.headline !== null && <p>{describeRuns(runs)}.</p>}
      <Facts facts={listFacts(competition)} />
      <p>
        <a href={route.link("runs", {}, { competition: id, workspace })}>Its runs</a>
      </p>
      {children}
    </PageHead>
  );
}

function listFacts(competition: CompetitionDocument) {
  const { id, base, rank, created_at: created, finished_at: finished, workspace } = competition;
  const now = new Date();
  return [
    ["Size", describeSize(competition)],
    ["From", `${safeLine(base.ref, 60)} ${base.commit.slice(0, 12)}`],
    ["Ranked by", rankWords[rank] ?? rank],
    ["Started", formatShortMoment(created, now)],
    ...(finished === null ? [] : [["Finished", formatShortMoment(finished, now)] as const]),
    ["Project", safeLine(workspace, 60)],
    ["Competition", <code>{id}</code>],
  ] as const;
}

const rankWords: Readonly<Record<string, string>> = {
  scorecard: "scorecard",
  axis: "AXIS Result",
  judge: "blind judge",
};

interface CancelProps {
  readonly api: Api;
  readonly id: string;
  readonly again: () => void;
}

function CancelCompetition({ api, id, again }: CancelProps) {
  const cancel = async () => {
    await api.send("POST", "/v1/competitions/{id}/cancel", { path: { id }, needs: "write" });
    again();
  };
  return (
    <ConfirmButton
      words="Cancel"
      about="the competition"
      confirm="Cancel the competition"
      keep="Let it run"
      act={cancel}
    />
  );
}
