import { describe, expect, test } from "vitest";
import { toToolName, withholdProviderTools } from "./provider-tools.ts";

describe("tools that the program runs itself always pass", () => {
  test.each([
    [
      "anthropic",
      { tools: [{ name: "Bash" }, { type: "custom" }, { type: "bash_20250124" }, { type: "memory_20250818" }] },
    ],
    [
      "responses",
      { tools: [{ type: "function" }, { type: "custom" }, { type: "local_shell" }, { type: "apply_patch" }] },
    ],
    ["responses", { tools: [{ type: "namespace", tools: [{ type: "function" }] }] }],
    ["responses", { tools: [{ type: "tool_search", execution: "client" }] }],
    ["chat", { tools: [{ type: "function" }] }],
    ["google", { tools: [{ functionDeclarations: [] }] }],
  ] as const)("%s %j", (wire, body) => {
    expect(withholdProviderTools(wire, body, [])).toEqual({ body, withheld: [], isEmpty: false });
  });
});

describe("tools that run at the provider are withheld, and so are unknown ones", () => {
  const own = { type: "function" };
  test.each([
    [
      "anthropic",
      { tools: [{ name: "Bash" }, { type: "web_fetch_20250910" }] },
      { tools: [{ name: "Bash" }] },
      "web_fetch",
    ],
    ["anthropic", { mcp_servers: [{ url: "x" }] }, {}, "mcp"],
    ["responses", { tools: [own, { type: "code_interpreter" }] }, { tools: [own] }, "code_interpreter"],
    [
      "responses",
      { tools: [own, { type: "shell", environment: { type: "container_auto" } }] },
      { tools: [own] },
      "shell",
    ],
    [
      "responses",
      { input: [{ type: "additional_tools", tools: [own, { type: "mcp" }] }, "text"] },
      { input: [{ type: "additional_tools", tools: [own] }, "text"] },
      "mcp",
    ],
    [
      "responses",
      { tools: [{ type: "namespace", tools: [own, { type: "file_search" }] }] },
      { tools: [{ type: "namespace", tools: [own] }] },
      "file_search",
    ],
    ["responses", { tools: [own, { type: "from_the_future" }] }, { tools: [own] }, "from_the_future"],
    ["chat", { tools: [own], web_search_options: {} }, { tools: [own] }, "web_search"],
    ["chat", { tools: [own], enable_search: true }, { tools: [own] }, "web_search"],
    [
      "google",
      { tools: [{ functionDeclarations: [], urlContext: {} }, { codeExecution: {} }] },
      { tools: [{ functionDeclarations: [] }] },
      "code_execution",
    ],
  ] as const)("%s %j", (wire, body, expected, name) => {
    const screened = withholdProviderTools(wire, body, ["something_else"]);
    expect(screened.body).toEqual(expected);
    expect(screened.withheld).toContain(name);
    expect(screened.isEmpty).toBe(false);
  });
});

test("a granted tool passes, under any version of its name", () => {
  const body = { tools: [{ type: "web_search_20250305" }, { type: "code_execution_20250825" }] };
  expect(withholdProviderTools("anthropic", body, ["web_search"])).toEqual({
    body: { tools: [{ type: "web_search_20250305" }] },
    withheld: ["code_execution"],
    isEmpty: false,
  });
  expect(withholdProviderTools("anthropic", body, ["*"]).body).toBe(body);
});

test("a choice of a withheld tool goes with it", () => {
  const tools = [{ type: "function" }, { type: "web_search" }];
  const screened = withholdProviderTools("responses", { tools, tool_choice: { type: "web_search" } }, []);
  expect(screened.body).toEqual({ tools: [{ type: "function" }] });
});

test.each([
  ["web_search_20250305", "web_search"],
  ["web_search_preview", "web_search"],
  ["web_search_preview_2025_03_11", "web_search"],
  ["googleSearch", "google_search"],
  ["urlContext", "url_context"],
])("%s is called %s", (written, name) => {
  expect(toToolName(written)).toBe(name);
});
