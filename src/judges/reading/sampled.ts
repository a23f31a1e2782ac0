/** One judge asked several times: how far its own answers are apart is part of what a number is worth. */
import type { Judge } from "../../core/judge.ts";

/** The judge, asked everything so many times; `rules` says the same each time and is left as it is. */
export function sampledJudge(judge: Judge, draws: number): Judge {
  if (draws === 1 || judge.kind === "rules") return judge;
  const members = Array.from({ length: draws }, (_, index) => drawOf(judge, index + 1));
  const ask: Judge["ask"] = async () => ({ status: "declined", why: "it is asked once for each draw" });
  return Object.create(judge, { members: own(members), ask: own(ask), draws: own(draws) }) as Judge;
}

/** A judge of one's own may be an instance of a class: what is not changed is looked up in it. */
function drawOf(judge: Judge, draw: number): Judge {
  const ask: Judge["ask"] = (question, context) => judge.ask(question, { ...context, draw });
  return Object.create(judge, { ask: own(ask) }) as Judge;
}

function own(value: unknown): PropertyDescriptor {
  return { value, enumerable: true };
}
