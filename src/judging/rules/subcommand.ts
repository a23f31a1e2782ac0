/** Finds the subcommand of a program, skipping the options before it. */

const gitOptionsWithValue = new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path"]);

/** The subcommand of git, given its arguments: `log` in `git -C web --no-pager log`. */
export function findGitVerb(words: readonly string[]): string | null {
  return findFirstWord(words, gitOptionsWithValue);
}

/** Options of package managers that only say where the subcommand applies; each takes the next word as its value. */
const packageOptionsWithValue = new Set(
  "-C --prefix --cwd --dir --filter -F -w --workspace workspace --manifest-path --root -c -p --package".split(" "),
);

/** The subcommand of a package manager, given its arguments: `add` in `yarn workspace web add zod`. */
export function findPackageVerb(words: readonly string[]): string | null {
  const verb = findFirstWord(words, packageOptionsWithValue);
  return verb === "global" ? findFirstWord(words.slice(words.indexOf("global") + 1), packageOptionsWithValue) : verb;
}

function findFirstWord(words: readonly string[], withValue: ReadonlySet<string>): string | null {
  for (let place = 0; place < words.length; place++) {
    const word = words[place]!;
    if (withValue.has(word)) place++;
    else if (!word.startsWith("-")) return word;
  }
  return null;
}
