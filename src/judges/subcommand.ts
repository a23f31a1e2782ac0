/** Finds the verb of a program that has verbs, past the options that may stand before it. */

const gitOptionsWithValue = new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path"]);

/** The verb of a git command, given its arguments: `log` of `git -C web --no-pager log`. */
export function gitVerb(words: readonly string[]): string | null {
  return firstWord(words, gitOptionsWithValue);
}

/** Words of package managers that only say where the verb applies, and take the next word with them. */
const placesWithValue = new Set(
  "-C --prefix --cwd --dir --filter -F -w --workspace workspace --manifest-path --root -c -p --package".split(" "),
);

/** The verb of a package manager, given its arguments: `add` of `yarn workspace web add zod`. */
export function packageVerb(words: readonly string[]): string | null {
  const verb = firstWord(words, placesWithValue);
  return verb === "global" ? firstWord(words.slice(words.indexOf("global") + 1), placesWithValue) : verb;
}

function firstWord(words: readonly string[], withValue: ReadonlySet<string>): string | null {
  for (let place = 0; place < words.length; place++) {
    const word = words[place]!;
    if (withValue.has(word)) place++;
    else if (!word.startsWith("-")) return word;
  }
  return null;
}
