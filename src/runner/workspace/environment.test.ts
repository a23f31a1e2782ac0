import { expect, test } from "vitest";
import { childEnvironment, systemNames, trustedPath } from "./environment.ts";

const onWindows = process.platform === "win32";

test("the system names are those of the specification", () => {
  expect(systemNames.slice(0, 5)).toEqual(["PATH", "USER", "SHELL", "LANG", "TERM"]);
});

test("a child sees system names, names listed, and what is set; nothing else", () => {
  const operator = {
    PATH: "/bin",
    LANG: "C",
    TOKEN: "t",
    AWS_SECRET_ACCESS_KEY: "s",
    NODE_OPTIONS: "--x",
    HOME: "/root",
  };
  expect(childEnvironment(operator, ["TOKEN"], { HOME: "/job" })).toEqual({
    PATH: "/bin",
    LANG: "C",
    TOKEN: "t",
    HOME: "/job",
  });
});

test("what AXIS sets wins over a name that is listed", () => {
  const operator = { HOME: "/root", CODEX_HOME: "/root/.codex" };
  expect(childEnvironment(operator, ["HOME", "CODEX_HOME"], { HOME: "/job", CODEX_HOME: "/job/.codex" })).toEqual({
    HOME: "/job",
    CODEX_HOME: "/job/.codex",
  });
});

test("a name the operator lacks is left out; an empty value is a value", () => {
  expect(childEnvironment({ EMPTY: "" }, ["MISSING", "EMPTY", "__proto__", "toString"], {})).toEqual({ EMPTY: "" });
});

test.skipIf(onWindows)("a trusted PATH has nothing that depends on the current folder or lies in the workspace", () => {
  const path = "/usr/bin::.:bin:/jobs/axis-1/work/bin:/jobs/axis-1:/jobs/axis-10/bin:../x:/bin";
  expect(trustedPath(path, "/jobs/axis-1")).toBe("/usr/bin:/jobs/axis-10/bin:/bin");
});

test.skipIf(onWindows)("an entry that leads into the workspace by dots is not trusted", () => {
  expect(trustedPath("/usr/bin:/jobs/other/../axis-1/work", "/jobs/axis-1")).toBe("/usr/bin");
});

test.skipIf(onWindows)("a PATH with nothing left is that of the system, never an empty one", () => {
  for (const path of [undefined, "", ".", "/jobs/axis-1/bin"])
    expect(trustedPath(path, "/jobs/axis-1")).toBe("/usr/local/bin:/usr/bin:/bin");
});
