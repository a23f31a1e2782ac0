import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Entry } from "../../src/core/entry.ts";
import type { Json } from "../../src/core/json.ts";
import { useBrowser } from "./browser-test.ts";
import { calm, hostilePatch, patchWith, runWith, unfold } from "./hostile-run.ts";
import { payloads, script } from "./payloads.ts";
import { carded } from "./sample-card.ts";
import { writeSample } from "./sample-page.ts";
import { sampleRun } from "./sample-run.ts";

const open = useBrowser();

const all = payloads.join("\n");

async function look(
  text: string,
  hash: string,
): Promise<{ wrongs: string[]; elements: string[]; pwned: unknown; body: string }> {
  const detail = await runWith(text);
  const html = new TextEncoder().encode(text);
  const name = { name: text };
  const written = await writeSample([detail], name, {
    "a.html": html,
    "x.svg": html,
    [hostilePatch.file]: new TextEncoder().encode(patchWith(text)),
  });
  const watched = await open(`${written.address}${hash.replace("RUN", encodeURIComponent(detail.runId))}`);
  await watched.page.locator("h1").waitFor();
  await unfold(watched.page);
  const elements = await watched.page.evaluate(() => [
    ...new Set([...document.querySelectorAll("body *, head *")].map((element) => element.tagName.toLowerCase())),
  ]);
  const pwned = await watched.page.evaluate(() => (window as unknown as { pwned?: unknown }).pwned);
  const body = (await watched.page.textContent("#app")) ?? "";
  return { wrongs: watched.wrongs, elements, pwned, body };
}

test.each([["#/"], ["#/?view=table"], ["#/run/0/RUN"]])(
  "hostile text in every field of %s is only ever text",
  async (hash) => {
    const tame = await look(calm, hash);
    const hostile = await look(all, hash);
    expect(hostile.pwned).toBeUndefined();
    expect(hostile.wrongs).toEqual([]);
    expect(hostile.elements.filter((name) => !tame.elements.includes(name))).toEqual([]);
    expect(hostile.body).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\u001B\u0000]/);
    expect(tame.wrongs).toEqual([]);
  },
);

test("what hostile text says can still be read", async () => {
  const { body } = await look(all, "#/run/0/RUN");
  expect(body).toContain(`<img src=x onerror="${script}">`);
  expect(body).toContain("\\u{202e}txt.exe");
  expect(body).toContain(`+<img src=x onerror="${script}">`);
});

test("no link leads anywhere but to the web, and says where", async () => {
  const detail = await runWith(`[fine](https://example.com/fine)\n\n${all}`);
  const { address } = await writeSample([detail]);
  const { page } = await open(`${address}#/run/0/${encodeURIComponent(detail.runId)}`);
  await page.locator("#notes").waitFor();
  await unfold(page);
  const links = await page.$$eval("a[href]", (found) =>
    found.map((link) => [link.getAttribute("href") ?? "", link.textContent]),
  );
  expect(links.filter(([href]) => !/^(?:#|https:\/\/example\.com\/fine$)/.test(href ?? ""))).toEqual([]);
  expect(links.find(([href]) => href?.startsWith("https:"))?.[1]).toContain("https://example.com/fine");
});

test("a line of 5 MB is shown from its beginning, and the page goes on working", async () => {
  const line = "x".repeat(5_000_000);
  const detail = await sampleRun([
    { type: "assistant", timestamp: null, text: line },
    { type: "tool_use", timestamp: null, id: "a", tool: "shell", input: { command: line } },
    { type: "tool_result", timestamp: null, id: "a", output: line, isError: false },
  ]);
  const { address } = await writeSample([detail]);
  const watched = await open(`${address}#/run/0/${detail.runId}/1`);
  await watched.page.locator(".item.open").waitFor();
  expect((await watched.page.textContent(".item.open .markdown"))?.length).toBe(4000);
  expect(await watched.page.textContent(".item.open .more")).toContain("5.0 M characters");
  await watched.page.locator(".item.open").getByRole("button", { name: "Show more" }).first().click();
  await expect.poll(async () => (await watched.page.textContent(".item.open .markdown"))?.length).toBe(54_000);
  expect(watched.wrongs).toEqual([]);
});

test("with a line of 1 MB in every field both views are there, and everything can be opened", async () => {
  const line = "<b>ab</b> ".repeat(100_000);
  const names = { scenarioKey: "login", agentName: "tinker", runId: "run_1", file: "run.json" };
  const detail = carded({ ...(await runWith(line)), ...names }, { tail: line });
  const { address } = await writeSample([detail], { name: line });
  for (const hash of ["#/?view=table", "#/run/0/run_1"]) {
    const watched = await open(`${address}${hash}`);
    await watched.page.locator("main h1").waitFor();
    await watched.page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    const longest = await watched.page.evaluate(() => {
      const walker = document.createTreeWalker(document.querySelector("#app")!, NodeFilter.SHOW_TEXT);
      let most = 0;
      while (walker.nextNode()) most = Math.max(most, (walker.currentNode as Text).data.length);
      return most;
    });
    expect(longest).toBeLessThanOrEqual(4000);
    expect(watched.wrongs).toEqual([]);
  }
});

test.each([
  ["brackets", "[".repeat(90_000)],
  ["fences", "```\n".repeat(20_000)],
  ["stars", "*a".repeat(45_000)],
  ["lists within lists", Array.from({ length: 300 }, (_, depth) => `${" ".repeat(2 * depth)}- x`).join("\n")],
  ["cells of a table", `|${"x|".repeat(300)}\n|${"-|".repeat(300)}\n${`|${"x|".repeat(300)}\n`.repeat(100)}`],
  ["quotes within quotes", `${">".repeat(40_000)} x`],
])("a note of nothing but %s does not hold the page up", async (_what, text) => {
  const detail = await sampleRun([], { setupOutput: text });
  const { address } = await writeSample([detail]);
  const { page } = await open(`${address}#/run/0/${detail.runId}`);
  await page.locator("#notes summary").click();
  await page.locator("#notes .markdown").waitFor();
  await page.locator("#how").waitFor();
});

test("a diff of 100,000 lines, a command of 1 MB and a patch of 10,000 files do not hold the page up", async () => {
  const use = (id: string, tool: string, input: Json): Entry[] => [
    { type: "tool_use", timestamp: null, id, tool, input },
    { type: "tool_result", timestamp: null, id, output: "done", isError: false },
  ];
  const lines = (word: string) => Array.from({ length: 100_000 }, (_, at) => `${word} ${at}`).join("\n");
  const files = Array.from({ length: 10_000 }, (_, at) => `*** Add File: f${at}\n+x`).join("\n");
  const detail = await sampleRun([
    ...use("a", "Edit", { file_path: "a", old_string: lines("old"), new_string: lines("new") }),
    ...use("b", "Bash", { command: "echo x\n".repeat(150_000) }),
    ...use("c", "apply_patch", `*** Begin Patch\n${files}\n*** End Patch`),
  ]);
  const { address } = await writeSample([detail]);
  const { page, wrongs } = await open(`${address}#/run/0/${detail.runId}`);
  await page.locator("#how").waitFor();
  await page.getByRole("button", { name: "Open all" }).click();
  await page.locator(".item.open").nth(2).waitFor();
  expect(await page.locator("#transcript *").count()).toBeLessThan(20_000);
  expect(wrongs).toEqual([]);
});

test("the file allows nothing but its own script and style, by hash, and requires Trusted Types", async () => {
  const detail = await sampleRun([]);
  const written = await writeSample([detail]);
  const html = readFileSync(written.path, "utf8");
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html)?.[1] ?? "";
  expect(policy.split("; ").map((rule) => rule.replace(/'sha256-[\w+/=]+'/, "HASH"))).toEqual([
    "default-src 'none'",
    "script-src HASH",
    "style-src HASH",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  const { page } = await open(written.address);
  await page.locator("h1").waitFor();
  const refusal = await page.evaluate(() => {
    try {
      document.createElement("div").innerHTML = "<b>x</b>";
      return "accepted";
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(refusal).toBe("TypeError");
});

test("scripts and styles that somebody adds to the file do not run", async () => {
  const detail = await sampleRun([]);
  const written = await writeSample([detail]);
  const { page, wrongs } = await open(written.address);
  await page.locator("h1").waitFor();
  await page.evaluate(() => {
    const element = document.createElement("style");
    element.textContent = "body { display: none }";
    document.body.append(element);
  });
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe("block");
  expect(wrongs.join(" ")).toContain("Content Security Policy");
});

test("a file that was cut off says so instead of showing half a report", async () => {
  const detail = await sampleRun([]);
  const written = await writeSample([detail]);
  const html = readFileSync(written.path, "utf8");
  writeFileSync(written.path, html.replace(/(<script type="text\/plain" id="r0\.0">)[^<]*/, "$1AAAA"));
  const { page } = await open(`${written.address}#/run/0/${detail.runId}`);
  await page.getByText("The run cannot be read").waitFor();
});
