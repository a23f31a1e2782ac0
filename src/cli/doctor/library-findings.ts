/** What a project takes from remote libraries: which are here, and which could not be looked at. Their problems are those of the project. */
import { type Finding, note, ok } from "./finding.ts";
import type { LocalProject } from "./local-project.ts";

const topic = "libraries";

export function libraryFindings({ libraries, absent }: LocalProject): Finding[] {
  const here = new Map(libraries.map(({ url, commit }) => [url, commit]));
  return [
    ...[...here].map(([url, commit]) => ok(topic, `${url} is here at ${commit}`)),
    ...[...new Set(absent)].map((sentence) => note(topic, sentence)),
  ];
}
