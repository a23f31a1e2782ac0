import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { findClaudeLogin } from "../claude-code/claude-code.ts";
import { findCodexLogin } from "../codex/codex.ts";

/** The home of an operator with these files. */
async function home(files: Record<string, string>): Promise<AsyncDisposable & { readonly HOME: string }> {
  const HOME = await mkdtemp(join(tmpdir(), "axis-logins-"));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(HOME, path)), { recursive: true });
    await writeFile(join(HOME, path), content);
  }
  return { HOME, [Symbol.asyncDispose]: () => rm(HOME, { recursive: true, force: true }) };
}

const token = "sk-ant-oat01-0123456789abcdef";
const credentials = JSON.stringify({ claudeAiOauth: { accessToken: token, scopes: ["user"], expiresAt: 1 } });
const account = { emailAddress: "a@b.test", accountUuid: "u-1" };
const config = JSON.stringify({ oauthAccount: account, projects: { "/secret/project": {} }, userID: "x" });

test("of Claude's own file only the account and what suppresses first dialogs is taken", async () => {
  await using operator = await home({ ".claude.json": config, ".claude/.credentials.json": credentials });
  const login = await findClaudeLogin({ HOME: operator.HOME });
  expect(Object.keys(login?.files ?? {})).toEqual([".claude/.claude.json", ".claude/.credentials.json"]);
  expect(JSON.parse(login?.files[".claude/.claude.json"] ?? "")).toEqual({
    hasCompletedOnboarding: true,
    bypassPermissionsModeAccepted: true,
    oauthAccount: account,
  });
  expect(login?.files[".claude/.credentials.json"]).toBe(credentials);
  expect(login).toMatchObject({ source: "~/.claude/.credentials.json", secrets: [token] });
});

test("credentials alone are a login, and so is an account alone", async () => {
  await using keyed = await home({ ".claude/.credentials.json": credentials });
  expect(await findClaudeLogin({ HOME: keyed.HOME })).toMatchObject({ source: "~/.claude/.credentials.json" });
  await using named = await home({ ".claude.json": config });
  expect(await findClaudeLogin({ HOME: named.HOME })).toMatchObject({ source: "~/.claude.json", secrets: [] });
});

test.each([
  ["there is nothing", {}],
  ["nobody is named", { ".claude.json": JSON.stringify({ oauthAccount: { emailAddress: "" } }) }],
  ["the account is no account", { ".claude.json": JSON.stringify({ oauthAccount: "me" }) }],
  ["the file is broken", { ".claude.json": "{" }],
  ["the credentials are empty", { ".claude/.credentials.json": "\n" }],
])("where %s, nobody is signed in to Claude", async (_, files) => {
  await using operator = await home(files);
  expect(await findClaudeLogin({ HOME: operator.HOME })).toBe(null);
});

test("Codex's file is taken as it is, and its tokens are secrets", async () => {
  const auth = JSON.stringify({ OPENAI_API_KEY: null, tokens: { access_token: token, account_id: "short" } });
  await using operator = await home({ ".codex/auth.json": auth });
  expect(await findCodexLogin({ HOME: operator.HOME })).toEqual({
    source: "~/.codex/auth.json",
    files: { ".codex/auth.json": auth },
    secrets: [token],
  });
  expect(await readFile(join(operator.HOME, ".codex/auth.json"), "utf8")).toBe(auth);
});

test("an empty file is no login, and neither is a machine without a home", async () => {
  await using operator = await home({ ".codex/auth.json": "" });
  expect(await findCodexLogin({ HOME: operator.HOME })).toBe(null);
  expect(await findCodexLogin({})).toBe(null);
  expect(await findClaudeLogin({})).toBe(null);
});
