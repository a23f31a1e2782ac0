/** What the form for new runs asks for. Pure. */

export interface RunOrder {
  readonly scenarios: readonly string[];
  readonly agents: readonly string[];
  readonly trials: number;
  readonly priority: number;
}

/** The body of one request, without its workspace. */
export interface RunRequest {
  readonly scenario: string;
  readonly agent: string;
  readonly trials: number;
  readonly priority: number;
}

/** Reads the form. A name that was typed counts like one that was ticked. */
export function readOrder(data: FormData): RunOrder {
  const names = (key: string) =>
    [...data.getAll(key), data.get(`${key}-other`)].flatMap((value) =>
      typeof value === "string" && value.trim() !== "" ? [value.trim()] : [],
    );
  return {
    scenarios: [...new Set(names("scenario"))],
    agents: [...new Set(names("agent"))],
    trials: readWhole(data.get("trials"), { least: 1, most: 50, otherwise: 1 }),
    priority: readWhole(data.get("priority"), { least: -100, most: 100, otherwise: 0 }),
  };
}

/** Each scenario with each agent. */
export function listRequests({ scenarios, agents, trials, priority }: RunOrder): RunRequest[] {
  return scenarios.flatMap((scenario) => agents.map((agent) => ({ scenario, agent, trials, priority })));
}

interface Range {
  readonly least: number;
  readonly most: number;
  readonly otherwise: number;
}

function readWhole(value: FormDataEntryValue | null, { least, most, otherwise }: Range): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  return Number.isInteger(number) ? Math.min(most, Math.max(least, number)) : otherwise;
}
