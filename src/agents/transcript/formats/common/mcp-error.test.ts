import { expect, test } from "vitest";
import { unwrapMcpError } from "./mcp-error.ts";

const content = [{ type: "text", text: "It broke." }];
const wrap = (response: object) =>
  `MCP tool 'add' reported tool error for function call: {"name":"add","args":{}} with response: ${JSON.stringify([
    { functionResponse: { name: "add", response } },
  ])}`;

test("what the server said is found as Gemini CLI and as Qwen Code wrap it", () => {
  expect(unwrapMcpError(wrap({ content, isError: true }))).toBe("It broke.");
  expect(unwrapMcpError(wrap({ error: { content, isError: true } }))).toBe("It broke.");
});

test("any other text stays as it is", () => {
  for (const text of ["It broke.", "", wrap({}), wrap({ content }).slice(0, -3)])
    expect(unwrapMcpError(text)).toBe(text);
});
