/** The agents that `axis doctor` checked, as a table that fits a terminal of 80 columns. */
import { proofWarnings } from "../../agents/proof.ts";
import { padWidth, terminalSafe, wrapWidth } from "../../report/text/terminal-safe.ts";
import type { Terminal } from "../terminal.ts";
import type { AgentStatus } from "./agent-status.ts";

const headings = ["agent", "program", "version", "signs in with"] as const;
const none = "–";
const maxColumns = 80;
const maxLines = 9;

export function renderAgentTable(looks: readonly AgentStatus[], paint: Terminal["paint"]): string[] {
  const rows = looks.map((look) => ({ look, cells: toTableCells(look) }));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map(({ cells }) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => padWidth(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  const painted = ({ look, cells }: (typeof rows)[number]) =>
    look.missing.length === 0 ? line(cells) : paint.dim(line(cells));
  return [
    paint.dim(line(headings)),
    ...rows.map(painted),
    ...(looks.some(({ fetches }) => fetches !== undefined)
      ? ["npx: not on PATH; axis run downloads the package, unless --no-install"]
      : []),
    ...listProofs(looks),
  ];
}

/** Names the agents that the AXIS project has not seen do a task, each kind in a paragraph. */
function listProofs(looks: readonly AgentStatus[]): string[] {
  return (["handshake", "never"] as const).flatMap((proof) => {
    const names = [...new Set(looks.filter(({ proven }) => proven === proof).map(({ name }) => terminalSafe(name)))];
    return names.length === 0 ? [] : wrapWidth(`${names.join(", ")}: ${proofWarnings[proof]}`, maxColumns, maxLines);
  });
}

function toTableCells(look: AgentStatus): string[] {
  return [look.name, formatProgram(look), look.version ?? none, formatSignIn(look)].map(terminalSafe);
}

function formatProgram({ program: path, programName, fetches }: AgentStatus): string {
  if (path !== null) return programName;
  return fetches === undefined ? `no ${programName}` : `npx ${programName}`;
}

function formatSignIn({ keysRequired, keysToChoose, keysSet, login }: AgentStatus): string {
  if (login !== undefined) return `login ${login}`;
  const unset = keysRequired.filter((key) => !keysSet.includes(key));
  if (unset.length > 0) return `set ${formatWithMore(unset, "and")}`;
  const set = [...keysRequired, ...keysToChoose].filter((key) => keysSet.includes(key));
  if (set.length > 0) return formatWithMore(set, "and");
  return keysToChoose.length === 0 ? "its own login" : `set ${formatWithMore(keysToChoose, "or")}`;
}

function formatWithMore([first = "", ...more]: readonly string[], word: string): string {
  return more.length === 0 ? first : `${first} ${word} ${more.length} more`;
}
