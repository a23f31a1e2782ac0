/** The questions of `axis init` at a terminal when no flag was given. Enter accepts the default in brackets. */
import type { Terminal } from "../terminal.ts";

/** The choices; each corresponds to a flag. */
export interface InitChoices {
  readonly agents: readonly string[];
  readonly scenarios: string;
  readonly skills: boolean;
}

/** Returns the answers, or the defaults if there is no one to ask. */
export async function askChoices(offer: InitChoices, { ask }: Pick<Terminal, "ask">): Promise<InitChoices> {
  if (ask === undefined) return offer;
  const named = await ask(
    `Agents, separated by commas ("command" is a sample that needs no account) [${offer.agents.join(",")}]: `,
  );
  const agents = named.split(/[\s,]+/).filter((name) => name !== "");
  const scenarios = (await ask(`Folder for scenarios [${offer.scenarios}]: `)) || offer.scenarios;
  const skills = !/^n/i.test(await ask("Install the AXIS skills for coding agents? [yes]: "));
  return { agents: agents.length > 0 ? agents : offer.agents, scenarios, skills };
}
