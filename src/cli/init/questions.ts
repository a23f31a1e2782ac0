/** What `axis init` asks at a terminal when it was given no flag. Enter takes what stands in brackets. */
import type { Terminal } from "../terminal.ts";

/** What is asked for; each is what a flag would say. */
export interface Wishes {
  readonly agents: readonly string[];
  readonly scenarios: string;
  readonly skills: boolean;
}

/** The answers; the offer itself where nobody can be asked. */
export async function askWishes(offer: Wishes, { ask }: Pick<Terminal, "ask">): Promise<Wishes> {
  if (ask === undefined) return offer;
  const named = await ask(
    `Agents, separated by commas ("command" is a sample that needs nothing) [${offer.agents.join(",")}]: `,
  );
  const agents = named.split(/[\s,]+/).filter((name) => name !== "");
  const scenarios = (await ask(`Folder for scenarios [${offer.scenarios}]: `)) || offer.scenarios;
  const skills = !/^n/i.test(await ask("Install the AXIS skills for coding agents? [yes]: "));
  return { agents: agents.length > 0 ? agents : offer.agents, scenarios, skills };
}
