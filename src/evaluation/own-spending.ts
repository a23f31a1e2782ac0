/** What the questions of one measurement cost: so that money is counted also where no row came of it. */
import type { Model } from "../core/model.ts";

/** Money, or null where it is not known. */
export type Cost = number | null;

export function addedCosts(one: Cost, other: Cost): Cost {
  return one === null || other === null ? null : one + other;
}

export class OwnSpending {
  #usd: Cost = 0;
  #open = 0;

  /** The same model; what its answers cost is noted here. */
  watch(model: Model): Model {
    return {
      id: model.id,
      ask: async (question, options) => {
        this.#open += 1;
        const answer = await model.ask(question, options);
        this.#open -= 1;
        this.#usd = addedCosts(this.#usd, answer.spending.costUsd);
        return answer;
      },
    };
  }

  /** Nobody knows what a question costs that was not answered yet. */
  get usd(): Cost {
    return this.#open > 0 ? null : this.#usd;
  }
}
