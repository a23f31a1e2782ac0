import { expect, test } from "vitest";
import { classify } from "../../classify.ts";
import { toolKinds } from "./tool-kinds.ts";

const rows = [...toolKinds].flatMap(([format, tools]) =>
  [...tools].map(([tool, kind]) => [format, tool, kind] as const),
);

test.each(rows)("%s: %s belongs where its kind %s says", (_, tool, kind) => {
  const expected = kind === "think" ? "agent" : kind === "fetch" ? "service" : "environment";
  expect(classify({ tool, kind, input: {} })).toEqual([expected]);
});

test.each(rows.filter(([, , kind]) => kind !== "edit"))("%s: %s has to be told its kind %s", (_, tool) => {
  expect(classify({ tool, input: {} })).toEqual(["service"]);
});
