/** The questions of `axis init` at a terminal. Nothing is written before the last one is answered. */
import { isCancel, multiselect, select, text } from "@clack/prompts";
import { errorMessage } from "../../core/error.ts";
import type { AgentChoice } from "./agent-choices.ts";

/** What becomes of the skills: npx skills installs them, AXIS copies them, or neither. */
export type SkillsChoice = "install" | "copy" | "none";

/** What is offered, and how an answer is checked. */
export interface Questions {
  readonly agents: readonly AgentChoice[];
  readonly usualAgent: string;
  readonly usualScenarios: string;
  /** Throws with what is wrong. */
  readonly checkScenarios: (folder: string) => unknown;
  /** Where the skills would be copied. */
  readonly skillFolders: readonly string[];
}

/** Each corresponds to a flag. */
export interface Answers {
  readonly agents: readonly string[];
  readonly scenarios: string;
  readonly skills: SkillsChoice;
}

const mostShownAgents = 12;

/** Returns null if the user gave up, with Ctrl-C, Escape or the end of the input. */
export async function askChoices(questions: Questions): Promise<Answers | null> {
  const { agents: offered, usualAgent, usualScenarios, checkScenarios } = questions;
  const agents = await ask((place) =>
    multiselect({
      ...place,
      message: "Which agents? Space selects, Enter continues",
      options: offered.map(({ name, state, detail }) => ({
        value: name,
        label: `${name}: ${state}`,
        ...(detail !== "" && { hint: detail }),
      })),
      initialValues: [usualAgent],
      cursorAt: usualAgent,
      maxItems: mostShownAgents,
    }),
  );
  if (agents === null) return null;
  const scenarios = await ask((place) =>
    text({
      ...place,
      message: "Folder for scenarios?",
      placeholder: usualScenarios,
      defaultValue: usualScenarios,
      validate: (folder = "") => explainProblem(() => checkScenarios(folder === "" ? usualScenarios : folder)),
    }),
  );
  if (scenarios === null) return null;
  const skills = await askForSkills(questions.skillFolders);
  return skills === null ? null : { agents, scenarios, skills };
}

/** Asks before anything is downloaded; null if the user gave up. */
export function askForSkills(folders: readonly string[]): Promise<SkillsChoice | null> {
  return ask((place) =>
    select<SkillsChoice>({
      ...place,
      message: "Install the AXIS skills, which teach coding agents to use AXIS?",
      options: [
        { value: "install", label: "Yes, run npx skills", hint: "downloads it; knows every coding agent" },
        { value: "copy", label: `Yes, copy them to ${folders.join(" and ")}`, hint: "downloads nothing" },
        { value: "none", label: "No" },
      ],
    }),
  );
}

/** Asks on stderr, like all that is not data. The end of the input counts as giving up. */
async function ask<T>(
  prompt: (place: { readonly output: NodeJS.WriteStream; readonly signal: AbortSignal }) => Promise<T>,
): Promise<Exclude<T, symbol> | null> {
  const output = process.stderr;
  // Some containers do not say how large the terminal is; drawn at no width, a question could not be read.
  Object.assign(output, { columns: output.columns || 80, rows: output.rows || 24 });
  const ended = new AbortController();
  const giveUp = () => ended.abort();
  process.stdin.once("end", giveUp);
  try {
    const answer = await prompt({ output, signal: ended.signal });
    return isCancel(answer) ? null : (answer as Exclude<T, symbol>);
  } finally {
    process.stdin.off("end", giveUp);
  }
}

function explainProblem(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}
