import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openInBrowser, whyNoBrowser } from "./open-in-browser.ts";

test.each([
  [{ DISPLAY: ":0" }, "linux", null],
  [{ WAYLAND_DISPLAY: "wayland-0" }, "linux", null],
  [{}, "linux", "there is no display, and BROWSER is not set"],
  [{ DISPLAY: "" }, "linux", "there is no display, and BROWSER is not set"],
  [{ DISPLAY: ":0", CI: "1" }, "linux", "CI is set"],
  [{ BROWSER: "firefox", CI: "1" }, "linux", "CI is set"],
  [{ DISPLAY: ":0", SSH_CONNECTION: "x" }, "linux", "this is an SSH session, and BROWSER is not set"],
  [{ BROWSER: "code-browser", SSH_CONNECTION: "x" }, "linux", null],
  [{}, "darwin", null],
  [{}, "win32", null],
] as const)("with %j on %s, what prevents a browser is: %s", (env, platform, expected) => {
  expect(whyNoBrowser(env, platform)).toBe(expected);
});

test("without the program nothing is opened", async () => {
  const folder = mkdtempSync(join(tmpdir(), "axis-open-"));
  expect(await openInBrowser("/x.html", { PATH: folder })).toBe(false);
});

test.runIf(process.platform === "linux").each([
  ["xdg-open", {}],
  ["my-browser", { BROWSER: "my-browser" }],
])("%s is given the file as one argument where the environment says %j", async (name, env) => {
  const folder = mkdtempSync(join(tmpdir(), "axis-open-"));
  const program = join(folder, name);
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s|%s' "$#" "$1" > ${folder}/seen.tmp; mv ${folder}/seen.tmp ${folder}/seen\n`,
  );
  chmodSync(program, 0o755);
  expect(await openInBrowser("/a b; touch c.html", { PATH: `${folder}:/usr/bin:/bin`, ...env })).toBe(true);
  await vi.waitUntil(() => existsSync(join(folder, "seen")), { timeout: 60_000 });
  expect(readFileSync(join(folder, "seen"), "utf8")).toBe("1|/a b; touch c.html");
});
