/**
 * Turns a folder of change notes into release notes. The first line of a note says "kind: what changed".
 *
 * Tinker is forgetful here: it reads every note to learn the kinds, and then every note once more to copy its line.
 * The second round was not needed. Look at the agent dimension of the report, which says so.
 */
import { createFile, listFiles, readFile, say } from "../tools.mjs";

export const releaseNotes = {
  fits: /\brelease notes\b/i,

  work(task) {
    const folder = task.match(/`([^`]+)\/`/)?.[1];
    const target = task.match(/`([^`]+\.md)`/)?.[1];
    const version = task.match(/\bversion (\S*\d)/)?.[1] ?? "next";
    if (!folder || !target)
      throw new Error("The task does not name a folder of notes and a file to write, in backticks.");

    say(`I will read the notes in ${folder} to see which kinds of change there are.`);
    const files = listFiles(folder)
      .output.split("\n")
      .filter((name) => name.endsWith(".md"));
    const kindOf = new Map(files.map((name) => [name, note(folder, name).kind]));
    const kinds = [...new Set(kindOf.values())].toSorted();

    say(`There are ${files.length} notes of these kinds: ${kinds.join(", ")}. Now I will collect their lines.`);
    const sections = kinds.map((kind) => {
      const ofThisKind = files.filter((name) => kindOf.get(name) === kind);
      return `## ${kind}\n\n${ofThisKind.map((name) => `- ${note(folder, name).text}\n`).join("")}`;
    });
    createFile(target, `# Release notes ${version}\n\n${sections.join("\n")}`);

    return `${target} lists ${files.length} changes under ${kinds.length} headings for version ${version}.`;
  },
};

function note(folder, name) {
  const [, kind, text] = readFile(`${folder}/${name}`).output.match(/^(\w+): (.+)/) ?? [];
  if (!kind) throw new Error(`${folder}/${name} does not start with "kind: what changed".`);
  return { kind, text };
}
