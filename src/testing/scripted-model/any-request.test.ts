import fc from "fast-check";
import { expect, test } from "vitest";
import { ScriptPlayer } from "./script-player.ts";
import type { LoggedRequest } from "./request-log.ts";
import { parseScript } from "./parse-script.ts";
import { routeRequest } from "./server.ts";
import { fillValues, literalStart } from "./values.ts";
import { splitIntoPieces } from "./wires/wire.ts";

const paths = [
  "/v1/messages",
  "/v1/responses",
  "/v1/chat/completions",
  "/v1beta/models/gemini-2.5-pro:generateContent",
  "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
];
/** Bodies with the right keys and anything behind them. */
const anyBody = fc.dictionary(
  fc.constantFrom("model", "messages", "input", "contents", "tools", "system", "stream", "tool_choice", "text"),
  fc.oneof(
    fc.jsonValue(),
    fc.array(
      fc.record(
        {
          role: fc.constantFrom("assistant", "model", "user"),
          content: fc.jsonValue(),
          parts: fc.jsonValue(),
          type: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    ),
  ),
);
const script = parseScript({
  steps: [{ text: "a", calls: [{ tool: "shell", command: "ls" }] }, { text: "b" }],
  otherwise: { text: "c", json: { d: 1 } },
});

test("whatever a body holds, it is a question with an answer that can be written on its wire", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), anyBody, async (path, value) => {
      const route = routeRequest({ method: "POST", path, key: null } as LoggedRequest, { value, bytes: 2 });
      if (route.kind !== "question") throw new Error(route.kind);
      const { wire, request } = route;
      const { answer } = await new ScriptPlayer(script, () => new Date(0)).respond(request);
      if (answer === undefined) return;
      expect(JSON.stringify(wire.plain(answer, request))).toContain(answer.id);
      expect(wire.stream(answer, request).length).toBeGreaterThan(0);
    }),
  );
});

test("pieces of a text are the text, and no letter is torn apart", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, size) => {
      const parts = splitIntoPieces(text, size);
      expect(parts.join("")).toBe(text);
      expect(parts.every((part) => part.isWellFormed())).toBe(text.isWellFormed());
    }),
  );
});

test("a step without names in it is filled with nothing, and begins as it is written", () => {
  const request = routeRequest({ method: "POST", path: "/v1/messages", key: null } as LoggedRequest, {
    value: {},
    bytes: 2,
  });
  if (request.kind !== "question") throw new Error(request.kind);
  fc.assert(
    fc.property(
      fc.jsonValue().filter((value) => !JSON.stringify(value).includes("{{")),
      (value) => {
        expect(fillValues(value, request.request, {})).toEqual({ value, missing: [] });
        expect(literalStart(JSON.stringify(value))).toBe(JSON.stringify(value));
      },
    ),
  );
});
