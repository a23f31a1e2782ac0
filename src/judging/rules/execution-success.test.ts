import { describe, expect, test } from "vitest";
import type { EntryInput } from "../../core/entry.ts";
import { executionSuccess } from "./execution-success.ts";
import { bash, askExecutionQuestion, toolResult, buildStep, toolUse } from "./literal-run.ts";

type Expected = readonly [success: number, rationale: string];
type Row = readonly [says: string, entries: readonly EntryInput[], environment: Expected, service: Expected];

/** A row whose two columns agree. */
function both(says: string, entries: readonly EntryInput[], ...expected: Expected): Row {
  return [says, entries, expected, expected];
}

function readings(entries: readonly EntryInput[]) {
  const step = buildStep(...entries);
  return [executionSuccess(step).environment, executionSuccess(step).service].map(
    ({ success, rationale }): Expected => [success, rationale],
  );
}

const clean: Expected = [1, "no sign of failure"];
const api = (output: string, more: Parameters<typeof toolResult>[1] = {}) => [
  toolUse("mcp__api__call"),
  toolResult(output, more),
];
const failure: EntryInput = { type: "error", message: "broke" };

describe("the table of execution success", () => {
  test.each<Row>([
    // 1: no result
    both("a call without a result failed", [toolUse("Bash", { command: "ls" })], 0, "no result"),
    both("an error in place of a result is none", [toolUse("Bash"), failure], 0, "no result, only an error"),
    // 2: HTTP status, for the service only
    ["the field says 200", api("", { httpStatus: 200 }), clean, [1, "HTTP 200"]],
    ["the field says 204", api("", { httpStatus: 204 }), clean, [1, "HTTP 204"]],
    ["the field says 301", api("", { httpStatus: 301 }), clean, [1, "HTTP 301"]],
    ["the field says 404", api("", { httpStatus: 404 }), clean, [0.3, "HTTP 404"]],
    ["the field says 429", api("", { httpStatus: 429 }), clean, [0, "HTTP 429"]],
    ["the field says 500", api("", { httpStatus: 500 }), clean, [0, "HTTP 500"]],
    ["the field says 503", api("", { httpStatus: 503 }), clean, [0, "HTTP 503"]],
    ["a status line", api("HTTP/1.1 503 Service Unavailable\n"), clean, [0, "HTTP 503"]],
    ["a status line of HTTP/2", api("HTTP/2 404\r\nserver: x"), clean, [0.3, "HTTP 404"]],
    ["a status line as curl -v shows it", api("> GET /\n< HTTP/1.1 200 OK"), clean, [1, "HTTP 200"]],
    ["a status line in the middle of a sentence is none", api("see HTTP/1.1 503"), clean, clean],
    ["a status code in words", api("Request failed with status code 401"), clean, [0.3, "HTTP 401"]],
    ["a status code after a colon", api("Status code: 502"), clean, [0, "HTTP 502"]],
    ["the last one counts", api("HTTP/1.1 301 Moved\n\nHTTP/1.1 200 OK"), clean, [1, "HTTP 200"]],
    ["the last one counts, of both forms", api("HTTP/1.1 200 OK\nstatus code 500"), clean, [0, "HTTP 500"]],
    ["the field stands above the text", api("HTTP/1.1 200 OK", { httpStatus: 500 }), clean, [0, "HTTP 500"]],
    ["100 is not yet an answer", api("HTTP/1.1 100 Continue"), clean, clean],
    ["999 is no status", api("status code 999", { httpStatus: 0 }), clean, clean],
    ["within the first 2,000 characters", api(`${"-".repeat(1984)}\nstatus code 500`), clean, [0, "HTTP 500"]],
    ["not beyond the first 2,000 characters", api(`${"-".repeat(2000)}\nstatus code 500`), clean, clean],
    [
      "status before exit code",
      bash("curl -i https://a.test", "HTTP/1.1 404 Not Found", { exitCode: 0 }),
      [1, "exit code 0"],
      [0.3, "HTTP 404"],
    ],
    [
      "a service that answered is not blamed for the machine",
      bash("curl -i https://a.test", "HTTP/1.1 200 OK", { exitCode: 23 }),
      [0, "exit code 23"],
      [1, "HTTP 200"],
    ],
    // 3: exit code
    both("the field says 0", bash("node a.js", "", { exitCode: 0 }), 1, "exit code 0"),
    both("the field says 1", bash("node a.js", "", { exitCode: 1 }), 0, "exit code 1"),
    both("the field says -1", bash("node a.js", "", { exitCode: -1 }), 0, "exit code -1"),
    both("the first line says it", bash("node a.js", "Exit code 2\nmore\nmore"), 0, "exit code 2"),
    both("the last line says it", bash("node a.js", "more\nmore\nexit status 3\n"), 0, "exit code 3"),
    both("with a colon", bash("node a.js", "Exit code: 4\nOutput:"), 0, "exit code 4"),
    both("a line in the middle does not say it", bash("node a.js", "a\nexit code 1\nb"), ...clean),
    both("the field stands above the text", bash("node a.js", "exit code 1", { exitCode: 0 }), 1, "exit code 0"),
    both("of two lines the bad one counts", bash("node a.js", "Exit code 3\nexit code 0"), 0, "exit code 3"),
    both("exit code before error flag", bash("node a.js", "", { exitCode: 0, isError: true }), 1, "exit code 0"),
    both("exit code before phrases", bash("x; true", "x: command not found", { exitCode: 0 }), 1, "exit code 0"),
    both(
      "a printed 0 is not believed against a flag",
      bash("node a.js", "exit code 0", { isError: true }),
      0,
      "error flag",
    ),
    ...["grep", "egrep", "fgrep", "rg", "ag", "diff", "cmp", "test", "pgrep"].flatMap((program) => [
      both(
        `${program} answers with 1`,
        bash(`${program} a b`, "", { exitCode: 1 }),
        1,
        `exit code 1, an answer of ${program}`,
      ),
      both(`${program} fails with 2`, bash(`${program} a b`, "", { exitCode: 2 }), 0, "exit code 2"),
    ]),
    both("the last of a pipe", bash("cat a | grep b", "", { exitCode: 1 }), 1, "exit code 1, an answer of grep"),
    both(
      "the last of a list",
      bash("cd a && rg b", "Exit code 1", { isError: true }),
      1,
      "exit code 1, an answer of rg",
    ),
    both("only the last of a pipe", bash("grep b a | node c.js", "", { exitCode: 1 }), 0, "exit code 1"),
    both("only the last of a list", bash("grep b a && make", "", { exitCode: 1 }), 0, "exit code 1"),
    both("git diff is not diff", bash("git diff --exit-code", "", { exitCode: 1 }), 0, "exit code 1"),
    both(
      "a tool by that name",
      [toolUse("Grep", { pattern: "a" }), toolResult("", { exitCode: 1 })],
      1,
      "exit code 1, an answer of grep",
    ),
    // 4: error flag
    both("the flag", [toolUse("Read", { file_path: "a" }), toolResult("no", { isError: true })], 0, "error flag"),
    both("flag before phrases", bash("x", "x: command not found", { isError: true }), 0, "error flag"),
    both("flag before JSON", api('{"error":"x"}', { isError: true }), 0, "error flag"),
    // 5: phrases of a shell
    ...[
      "command not found",
      "No such file or directory",
      "Permission denied",
      "timed out",
      "Connection refused",
      "Could not resolve host",
      "Segmentation fault",
      "Traceback (most recent call last)",
    ].flatMap((phrase) => {
      const says = `the output says "${phrase.toLowerCase()}"`;
      return [
        both(`first line: ${phrase}`, bash("x", `sh: ${phrase}: y\nb\nc`), 0, says),
        both(`last line: ${phrase}`, bash("x", `a\nb\nsh: ${phrase}\n\n`), 0, says),
        both(`not in the middle: ${phrase}`, bash("x", `a\nsh: ${phrase}\nc`), ...clean),
        both(`only of a shell: ${phrase}`, [toolUse("Read", { path: "a" }), toolResult(phrase)], ...clean),
      ];
    }),
    both("a line that begins fatal:", bash("git x", "fatal: not a git repository"), 0, 'the output says "fatal:"'),
    both("a line that begins panic:", bash("go run .", "ok\npanic: nil"), 0, 'the output says "panic:"'),
    both("a line that only holds fatal:", bash("cat a", "non-fatal: all is well"), ...clean),
    // 6: an error in JSON
    ["an error in JSON", api('{"error":{"code":1}}'), clean, [0.3, 'the result has "error"']],
    ["errors in JSON", api(' {"data":null,"errors":[{}]}\n'), clean, [0.3, 'the result has "errors"']],
    ["an error of one word", api('{"error":"bad"}'), clean, [0.3, 'the result has "error"']],
    ...["null", "false", '""', "[]", "{}", "0"].map((empty): Row => [
      `an error of ${empty} is none`,
      api(`{"error":${empty},"errors":${empty}}`),
      clean,
      clean,
    ]),
    ["a list is no object", api('[{"error":"x"}]'), clean, clean],
    ["half an object is none", api('{"error":"x"'), clean, clean],
    ["braces around talk are no object", api('{"error" is bad}'), clean, clean],
    ["an inherited field is none", api('{"__proto__":{"error":"x"}}'), clean, clean],
    // 7: nothing of this
    both("a call that ran", bash("ls", "a\nb"), ...clean),
    both("a call with an empty result", bash("true"), ...clean),
    both("a result without a call", [toolResult("hello")], ...clean),
  ])("%s", (...[, entries, environment, service]) => {
    expect(readings(entries)).toEqual([environment, service]);
  });
});

test("each question gets its own column, for its own interactions only", async () => {
  const run = [
    ...bash("curl -i https://a.test", "HTTP/1.1 503 Down", { exitCode: 0 }),
    ...bash("ls", "a", { exitCode: 0 }),
    toolUse("mcp__cms__get_post"),
    toolResult("", { httpStatus: 404 }),
  ];
  expect(await askExecutionQuestion("environment", run)).toEqual({
    audits: [
      { id: 1, success: 1, rationale: "exit code 0" },
      { id: 2, success: 1, rationale: "exit code 0" },
    ],
  });
  expect(await askExecutionQuestion("service", run)).toEqual({
    audits: [
      { id: 1, success: 0, rationale: "HTTP 503" },
      { id: 3, success: 0.3, rationale: "HTTP 404" },
    ],
  });
});
