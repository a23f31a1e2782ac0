/** The agents that `axis doctor` checked, as a table that fits a terminal of 80 columns. */
import { padWidth, terminalSafe } from "../../report/text/terminal-safe.ts";
import type { Terminal } from "../terminal.ts";
import type { AgentStatus } from "./agent-status.ts";

const headings = ["agent", "program", "version", "signs in with"] as const;
const none = "–";

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
  ];
}

function toTableCells(look: AgentStatus): string[] {
  return [look.name, formatProgram(look), look.version ?? none, formatSignIn(look)].map(terminalSafe);
}

function formatProgram({ program: path, programName, fetches }: AgentStatus): string {
  if (path !== null) return programName;
  return fetches === undefined ? `no ${programName}` : `npx ${programName}`;
}

function formatSignIn({ keysSet, keysUnset, login }: AgentStatus): string {
  if (login !== undefined) return `login ${login}`;
  if (keysSet.length > 0) return formatWithMore(keysSet, "and");
  return keysUnset.length === 0 ? "its own login" : `set ${formatWithMore(keysUnset, "or")}`;
}

function formatWithMore([first = "", ...more]: readonly string[], word: string): string {
  return more.length === 0 ? first : `${first} ${word} ${more.length} more`;
}
