import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { hasScreen, openInBrowser } from "./open-in-browser.ts";

test.each([
  [{ DISPLAY: ":0" }, "linux", true],
  [{ WAYLAND_DISPLAY: "wayland-0" }, "linux", true],
  [{}, "linux", false],
  [{ DISPLAY: "" }, "linux", false],
  [{ DISPLAY: ":0", CI: "1" }, "linux", false],
  [{ DISPLAY: ":0", SSH_CONNECTION: "x" }, "linux", false],
  [{}, "darwin", true],
  [{}, "win32", true],
] as const)("with %j on %s there is a screen: %s", (env, platform, expected) => {
  expect(hasScreen(env, platform)).toBe(expected);
});

test("without the program nothing is opened", async () => {
  const folder = mkdtempSync(join(tmpdir(), "axis-open-"));
  expect(await openInBrowser("/x.html", { PATH: folder })).toBe(false);
});

test.runIf(process.platform === "linux")("the file is handed to the program as one argument", async () => {
  const folder = mkdtempSync(join(tmpdir(), "axis-open-"));
  const program = join(folder, "xdg-open");
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s|%s' "$#" "$1" > ${folder}/seen.tmp; mv ${folder}/seen.tmp ${folder}/seen\n`,
  );
  chmodSync(program, 0o755);
  expect(await openInBrowser("/a b; touch c.html", { PATH: `${folder}:/usr/bin:/bin` })).toBe(true);
  await vi.waitUntil(() => existsSync(join(folder, "seen")), { timeout: 60_000 });
  expect(readFileSync(join(folder, "seen"), "utf8")).toBe("1|/a b; touch c.html");
});
