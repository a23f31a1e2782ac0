/** The competitions of a project, newest first. */
import { formatDayTime } from "../../parts/moment.ts";
import { safeLine } from "../../text/safe.ts";
import type { CompetitionEntry } from "../api/answers.ts";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { type Command, EmptyWithCommands } from "../parts/nothing-yet.tsx";
import { ShowLoaded } from "../parts/states.tsx";
import { StartForm } from "../parts/start-form.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { useNames } from "../parts/use-names.ts";
import { usePermissions } from "../parts/use-session.ts";
import type { ViewProps } from "../views.ts";
import { describeRuns, describeSize, describeState } from "./competition-words.ts";
import { NewContestForm } from "./new-contest-form.tsx";
import { RunStrip, StateTag } from "./run-strip.tsx";

const commands: readonly Command[] = [
  ["axis compete <scenario> -a <agent>,<agent>", "several agents do the same work from the same commit"],
  ["axis compete show", "prints the newest competition again"],
  ["axis compete apply", "brings the winner’s work into the working tree"],
];

/** The newest 200. */
export function Competitions({ api, workspace, route, live }: ViewProps) {
  const [page, again] = useLoaded(
    (abort) => api.get("/v1/competitions", { query: { workspace, limit: 200 }, abort }),
    workspace ?? "",
  );
  useLiveRefresh(live, "competitions", again);
  const { mayWrite, takesRuns } = usePermissions(api);
  return (
    <>
      <div class="view-head">
        <h1>Competitions</h1>
        <p>Agents that did the same work from the same commit, newest first.</p>
        {mayWrite && (
          <StartForm workspace={workspace} takesRuns={takesRuns} noun="competition">
            {(project, close) => <StartContest {...{ api, route }} workspace={project} close={close} />}
          </StartForm>
        )}
      </div>
      <ShowLoaded loaded={page} again={again}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyWithCommands title="No competition has been held yet." commands={commands} outline="table" />
          ) : (
            <CompetitionRows rows={data} route={route} showsProject={workspace === null} />
          )
        }
      </ShowLoaded>
    </>
  );
}

interface StartContestProps extends Pick<ViewProps<string>, "api" | "route" | "workspace"> {
  readonly close: () => void;
}

function StartContest({ api, route, workspace, close }: StartContestProps) {
  const [names] = useNames(api, workspace);
  const show = (id: string) => (location.hash = route.link("competitions/{id}", { id }, { workspace }));
  return (
    <NewContestForm
      api={api}
      workspace={workspace}
      names={names.value ?? { agents: [], scenarios: [] }}
      onStarted={show}
      onClose={close}
    />
  );
}

interface CompetitionRowsProps extends Pick<ViewProps, "route"> {
  readonly rows: readonly CompetitionEntry[];
  readonly showsProject: boolean;
}

const titles = ["Started", "State", "Result", "Runs", "", "Size", "From"] as const;

function CompetitionRows({ rows, route, showsProject }: CompetitionRowsProps) {
  const now = new Date();
  return (
    <table class="report-rows">
      <caption class="sr">Competitions, newest first</caption>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title === "" ? <span class="sr">Runs by state</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.workspace} ${row.id}`}>
            <th scope="row">
              <a href={route.link("competitions/{id}", { id: row.id }, { workspace: row.workspace })}>
                {formatDayTime(row.created_at, now)}
              </a>
              {showsProject && <small>{safeLine(row.workspace, 60)}</small>}
            </th>
            <td>
              <StateTag competition={row} />
            </td>
            <td class="why">
              {row.headline !== null && safeLine(describeState(row).sentence, 200)}
              <small>{row.scenarios.map((name) => safeLine(name, 60)).join(", ")}</small>
            </td>
            <td class="bar-cell">
              <RunStrip runs={row.runs} />
            </td>
            <td class="count-words">{describeRuns(row.runs)}</td>
            <td class="count-words">{describeSize(row)}</td>
            <td class="of">
              {safeLine(row.base.ref, 40)} {row.base.commit.slice(0, 7)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
