/** `axis compete show --pick`: a person says whose work they take, for the report and for `axis calibrate`. */
import { AxisError } from "../../core/error.ts";
import type { Competition, CompetitionPick } from "../../core/report/competition.ts";
import type { Report } from "../../core/report.ts";
import type { ReviewLabel } from "../../core/review/review-label.ts";
import { tryWritePage } from "../../report/page/write-page.ts";
import { decideVerdict } from "../../report/report-verdict.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { labelFile } from "../../store/label-file.ts";
import type { CliDeps } from "../command.ts";
import { readPerson } from "../person.ts";
import type { FinishedCompetition } from "./show-competition.ts";

/** Writes the pick down everywhere, and returns the competition with it. */
export async function pickWinner(
  found: FinishedCompetition,
  { agent, note }: { readonly agent: string; readonly note: string | null },
  deps: CliDeps,
): Promise<FinishedCompetition> {
  const { project, folder } = found;
  requireEntrant(agent, found.competition);
  const pick: CompetitionPick = { agentName: agent, by: readPerson() ?? "unknown", at: deps.now().toISOString(), note };
  const competition = { ...found.competition, pick };
  const report: Report = { ...found.report, competition };
  await labelFile(project.configDir).add(describePick(competition, pick, report.reportId));
  await folder.write({ ...(await folder.read()), pick });
  await using handle = await project.store.resumeReport(report.reportId);
  await handle.writeReport(report);
  await tryWritePage(report, {
    verdict: decideVerdict(report),
    folder: handle.folder,
    onPage: () => {},
    onWarning: deps.terminal.err,
  });
  return { ...found, report, competition };
}

function requireEntrant(agent: string, { id, ranking }: Competition): void {
  if (ranking.some(({ agentName }) => agentName === agent)) return;
  const names = ranking.map(({ agentName }) => terminalLine(agentName)).join(", ");
  throw new AxisError("flag-invalid", `${JSON.stringify(agent)} did not take part in ${id}`, {
    hint: `Pick one of: ${names}`,
  });
}

/** A label that can be read without the report: what AXIS proposed, and whether the person agrees. */
function describePick(
  { id, winner, headline }: Competition,
  { agentName, by, at, note }: CompetitionPick,
  report: string,
): ReviewLabel {
  const human = agentName === winner ? "pass" : "fail";
  return { competition: id, human, agent: agentName, reason: headline, notes: note, by, at, report };
}
