import fc from "fast-check";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { isInside } from "../../core/paths/inside.ts";
import { remoteFolder } from "./remotes.ts";
import { parseRemoteUrl, redactUrl } from "./url.ts";

const parsed = (url: string) => parseRemoteUrl(url, { fromProject: true });

test.each([
  ["https://github.com/acme/tasks", ["com.github", "acme", "tasks"]],
  ["https://github.com/acme/tasks.git/", ["com.github", "acme", "tasks"]],
  ["ssh://git@git.example.test:2222/group/sub/tasks.git", ["test.example.git-2222", "group", "sub", "tasks"]],
])("%s has its clone in %j", (url, segments) => {
  expect(parsed(url)).toMatchObject({ segments });
});

test.each([
  "http://github.com/acme/tasks",
  "git://github.com/acme/tasks",
  "ext::sh -c touch% canary",
  "https://user:token@github.com/acme/tasks",
  "https://token@github.com/acme/tasks",
  "https://github.com/acme",
  "https://github.com/acme/tasks?x=1",
  "https://github.com/acme/tasks#main",
  "https://github.com/acme/%2e%2e",
  "https://github.com/acme/--upload-pack=x",
  "ssh://-oProxyCommand=x/acme/tasks",
  "ssh://-x@host/acme/tasks",
  "https://github.com/acme/tas\nks",
  "--upload-pack=touch x",
  "file://",
  "file:///",
])("%j is not fetched from", (url) => {
  expect(parsed(url)).toHaveProperty("problem");
});

test.each([
  ["https://some-token@github.com/acme/tasks", "https://[redacted]@github.com/acme/tasks"],
  ["https://me:pw@github.com/acme/tasks", "https://[redacted]@github.com/acme/tasks"],
  ["ssh://git:pw@github.com/acme/tasks", "ssh://[redacted]@github.com/acme/tasks"],
  ["ssh://git@github.com/acme/tasks", "ssh://git@github.com/acme/tasks"],
  ["https://github.com/acme/t@sks", "https://github.com/acme/t@sks"],
])("%s is shown as %s", (url, shown) => {
  expect(redactUrl(url)).toBe(shown);
});

test("file:// is accepted only from the project", () => {
  expect(parseRemoteUrl("file:///srv/tasks", { fromProject: true })).toMatchObject({ scheme: "file" });
  expect(parseRemoteUrl("file:///srv/tasks", { fromProject: false })).toHaveProperty("problem");
});

test("the clone of any accepted URL lies below .axis/remotes", () => {
  const path = fc.array(fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom("..", ".", "%2e%2e", "con", "a", "~")), {
    maxLength: 5,
  });
  const url = fc.tuple(fc.constantFrom("https://", "ssh://git@", "file://"), fc.constantFrom("x.test", "", ".."), path);
  fc.assert(
    fc.property(url, ([scheme, host, parts]) => {
      const source = parsed(`${scheme}${host}/${parts.join("/")}`);
      if ("problem" in source) return;
      const root = resolve("/project/.axis/remotes");
      expect(isInside(root, remoteFolder("/project", source))).toBe(true);
      expect(remoteFolder("/project", source)).not.toBe(root);
    }),
    { numRuns: 2000 },
  );
});
