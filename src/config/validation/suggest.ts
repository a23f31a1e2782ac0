/** The nearest thing that does exist, for what somebody wrote that does not. */

/** At most this many edits apart is near: further away a guess misleads. */
const near = 2;

/** Inserts, deletes, replacements and swaps of neighbours between two texts. */
export function editDistance(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (const [row, letter] of left.entries()) {
    const current = [row + 1];
    for (const [column, other] of right.entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      let best = Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1);
      const swapped = row > 0 && column > 0 && letter === right[column - 1] && left[row - 1] === other;
      if (swapped) best = Math.min(best, (before[column - 1] ?? 0) + 1);
      current.push(best);
    }
    before = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}

/** The nearest of some names within two edits, or undefined. The first of equally near ones. */
export function nearest(written: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Math.min(near, written.length - 1) + 1;
  for (const name of names) {
    if (Math.abs(name.length - written.length) >= fewest) continue;
    const distance = editDistance(written, name);
    if (distance < fewest) {
      best = name;
      fewest = distance;
    }
  }
  return best;
}

/** Names that other tools use for our keys. */
const commonMistakes: Readonly<Record<string, string>> = {
  mcpServers: "mcp_servers",
  timeMinutes: "limits.time_minutes",
  timeout: "limits.time_minutes",
  timeoutMinutes: "limits.time_minutes",
  maxTokens: "limits.tokens",
  tokenLimit: "limits.tokens",
  runScript: "run_script",
  shell: "run_script",
  criteria: "judge",
  success_criteria: "judge",
  expected: "judge",
  assertions: "judge",
  rubric: "judge",
  tasks: "scenarios",
  evaluators: "judging",
  judges: "judging",
  models: "agents[].model",
};

/** What was probably meant by a key or value: a near one, or the one that usually is meant by that word. */
export function probablyMeant(written: string, allowed: readonly string[]): string | undefined {
  const close = nearest(written, allowed);
  if (close !== undefined) return close;
  const usual = Object.hasOwn(commonMistakes, written) ? commonMistakes[written] : undefined;
  const first = usual?.match(/^\w+/)?.[0];
  return first !== undefined && allowed.includes(first) ? usual : undefined;
}

/** `"a", "b"` */
export function quotedList(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(", ");
}

/** The end of a sentence about a name that does not exist: the nearest ones, or what there is. */
export function didYouMean(written: string, names: readonly string[]): string {
  const meant = nearest(written, names);
  if (meant !== undefined) return `Did you mean ${JSON.stringify(meant)}?`;
  const shown = names.slice(0, 20);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : "";
  return shown.length === 0 ? "There is none." : `There is: ${quotedList(shown)}${more}.`;
}
