import { expect, test } from "vitest";
import { ProjectNotice } from "./project-notice.ts";

test("the same problem is said once, another one at once, and one that comes back once more", () => {
  const said: string[] = [];
  const notice = new ProjectNotice((message) => void said.push(message));
  for (const problem of ["one", "one", "two", "two", "one"]) notice.isWrong(problem);
  notice.isRight();
  notice.isWrong("one");
  expect(said.map((message) => message.split(": ").at(-1))).toEqual(["one", "two", "one", "one"]);
});
