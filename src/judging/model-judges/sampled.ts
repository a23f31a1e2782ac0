/** Asks one judge several times: how far its answers are apart shows how reliable a number is. */
import type { Judge } from "../../core/judge.ts";

/** The judge, asked several times per question; `rules` always gives the same answer and stays as it is. */
export function sampledJudge(judge: Judge, draws: number): Judge {
  if (draws === 1 || judge.kind === "rules") return judge;
  const members = Array.from({ length: draws }, (_, index) => createDraw(judge, index + 1));
  const ask: Judge["ask"] = async () => ({ status: "declined", why: "it is asked once for each draw" });
  return Object.create(judge, {
    members: toProperty(members),
    ask: toProperty(ask),
    draws: toProperty(draws),
  }) as Judge;
}

/** A custom judge may be a class instance, so unchanged properties are inherited from it. */
function createDraw(judge: Judge, draw: number): Judge {
  const ask: Judge["ask"] = (question, context) => judge.ask(question, { ...context, draw });
  return Object.create(judge, { ask: toProperty(ask) }) as Judge;
}

function toProperty(value: unknown): PropertyDescriptor {
  return { value, enumerable: true };
}
