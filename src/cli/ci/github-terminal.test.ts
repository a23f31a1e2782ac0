import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileText } from "../../report/ci/hostile.fixture.ts";
import { findCommands } from "../../report/ci/runner.fixture.ts";
import { recordedTerminal } from "../terminal.fixture.ts";
import { toGithubTerminal } from "./github-terminal.ts";

/** Both streams in one order that a reader may see: each stays in order, the coins say whose turn it is. */
function merged({ out, err }: { out: readonly string[]; err: readonly string[] }, coins: readonly boolean[]): string[] {
  const left = { out: [...out], err: [...err] };
  const lines: string[] = [];
  for (let turn = 0; left.out.length + left.err.length > 0; turn += 1) {
    const first = coins[turn % Math.max(1, coins.length)] === true ? left.out : left.err;
    lines.push(first.shift() ?? left.out.shift() ?? left.err.shift() ?? "");
  }
  return lines;
}

test("nothing printed is carried out, in whatever order the runner reads stdout and stderr", () => {
  const said = fc.array(fc.record({ to: fc.constantFrom("out" as const, "err" as const), text: hostileText }));
  fc.assert(
    fc.property(
      said,
      fc.constantFrom("text" as const, "json" as const),
      fc.array(fc.boolean()),
      (texts, data, coins) => {
        const { said: streams, terminal } = recordedTerminal();
        {
          using github = toGithubTerminal(terminal, data);
          for (const { to, text } of texts) github[to](to === "out" && data === "json" ? JSON.stringify(text) : text);
        }
        expect(findCommands(merged(streams, coins))).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});

test("our own commands are carried out, and those of whoever comes after us", () => {
  const { said: streams, terminal } = recordedTerminal();
  {
    using github = toGithubTerminal(terminal, "text");
    github.out("::error::not ours");
    github.command(["::error title=AXIS::ours"]);
    github.out("more");
  }
  const names = findCommands([...streams.out, "::notice::later"]).map(({ name, data }) => `${name} ${data}`);
  expect(names).toEqual(["error ours", "notice later"]);
});

test("tokens are never the same twice, and all stands between them", () => {
  const { said: streams, terminal } = recordedTerminal();
  {
    using github = toGithubTerminal(terminal, "text");
    github.out("a");
    github.command(["::error::x"]);
    github.out("b");
  }
  const [stop, a, resume, own, again, b, end] = streams.out;
  expect([a, own, b]).toEqual(["a", "::error::x", "b"]);
  const tokens = [stop, again].map((line) => /^::stop-commands::([0-9a-f-]{36})$/.exec(line ?? "")?.[1]);
  expect(tokens.map((token) => `::${token}::`)).toEqual([resume, end]);
  expect(new Set(tokens).size).toBe(2);
});

test("where stdout is a JSON document it stays one: the tokens go to stderr", () => {
  const { said: streams, terminal } = recordedTerminal();
  {
    using github = toGithubTerminal(terminal, "json");
    github.out(JSON.stringify({ text: "##[command]x" }));
  }
  expect(streams.out.map((line) => JSON.parse(line) as unknown)).toEqual([{ text: "##[command]x" }]);
  expect(streams.err).toHaveLength(2);
});

test("a command that says nothing leaves no trace", () => {
  const { said: streams, terminal } = recordedTerminal();
  {
    using github = toGithubTerminal(terminal, "text");
    github.command([]);
  }
  expect(streams).toEqual({ out: [], err: [] });
});
