/** Reports which remote libraries are on this machine. Libraries that cannot be read appear as problems of the project. */
import { type Finding, note, ok } from "./finding.ts";
import type { LocalProject } from "./local-project.ts";

const topic = "libraries";

export function libraryFindings({ libraries, absent }: LocalProject): Finding[] {
  const here = new Map(libraries.map(({ url, commit }) => [url, commit]));
  return [
    ...[...here].map(([url, commit]) => ok(topic, `${url} is available at ${commit}`)),
    ...[...new Set(absent)].map((sentence) => note(topic, sentence)),
  ];
}
