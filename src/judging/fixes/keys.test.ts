/** Holds what makes two occurrences one cause: addresses, commands, symptoms and checks without what differs each time. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Call } from "../../agents/transcript/call.ts";
import { hostileText } from "../../report/ci/hostile.fixture.ts";
import { parseAddress } from "./address.ts";
import { causeKey, fixId } from "./cause-key.ts";
import { cleanLine } from "./clean-text.ts";
import { findCommandTarget } from "./command-target.ts";
import { normalizeCheck } from "./goal-causes.ts";
import { describeFailedCall, normalizeErrorLine } from "./symptom.ts";
import { KnownAddresses } from "./origin.ts";
import { findTarget } from "./target.ts";

function toCall(tool: string, input: Call["input"], output = "", exitCode?: number): Call {
  const result = { type: "tool_result" as const, timestamp: null, id: "1", output, isError: true };
  const use = { type: "tool_use" as const, timestamp: null, id: "1", tool, input };
  return { tool, input, use, result: exitCode === undefined ? result : { ...result, exitCode }, error: null };
}

describe("an address", () => {
  test.each([
    ["https://WWW.Docs.Acme.dev/API/", "docs.acme.dev/API"],
    ["https://docs.acme.dev", "docs.acme.dev"],
    ["http://user:secret@api.acme.dev:443/v1?key=secret#part", "api.acme.dev/v1"],
    ["https://api.acme.dev:8443/v1", "api.acme.dev:8443/v1"],
    ["http://localhost:3000/health", "localhost:3000/health"],
    ["http://127.0.0.1:49152/health", "127.0.0.1/health"],
    ["https://api.acme.dev/v2/orders/4711", "api.acme.dev/v2/orders/{id}"],
    ["https://api.acme.dev/o/3f2504e0-4f89-11d3-9a0c-0305e82c3301/x", "api.acme.dev/o/{id}/x"],
    ["https://api.acme.dev/commits/deadbeef01", "api.acme.dev/commits/{id}"],
    ["https://api.acme.dev/customers/cus_8fj2k1m9", "api.acme.dev/customers/{id}"],
    ["https://api.acme.dev/list_customers", "api.acme.dev/list_customers"],
    [`https://api.acme.dev/${"a".repeat(33)}/b`, "api.acme.dev/{id}/b"],
    ["https://api.acme.dev/a\u0085\u202Eb", "api.acme.dev/ab"],
  ])("%s is %s", (url, key) => {
    expect(parseAddress(url)?.key).toBe(key);
  });

  test("normalising its key again changes nothing", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const key = parseAddress(url)?.key;
        if (key !== undefined) expect(parseAddress(key)?.key).toBe(key);
      }),
    );
  });

  test.each([
    ["See https://docs.acme.dev/api/v1 for more", true],
    ["see HTTPS://WWW.docs.acme.dev/API/v1/.", true],
    ["docs.acme.dev/api/v1?lang=en, and more", true],
    ["https://docs.acme.dev/api/v1/reference", false],
    ["https://docs.acme.dev/api/v10", false],
    ['docs.acme.dev: <a href="/api/v1">API</a>', true],
    ['<a href="/api/v1">API</a>', false],
  ])("that %j has docs.acme.dev/api/v1 is %s", (text, holds) => {
    const address = parseAddress("https://docs.acme.dev/api/v1/");
    const entry = { type: "tool_result" as const, timestamp: null, id: "1", output: text, isError: false };
    const known = new KnownAddresses({ prompt: "", output: { transcript: [entry] } });
    expect(address && known.findOrigin(address, 1)).toBe(holds ? "output" : "guessed");
    expect(address && known.findOrigin(address, 0)).toBe("guessed");
  });

  test.each([
    "a".repeat(200_000),
    "a-".repeat(100_000),
    "a.".repeat(100_000),
    "/".repeat(200_000),
    '"/x'.repeat(60_000),
  ])("is searched for in a long text without getting stuck (%#)", (text) => {
    const entry = { type: "tool_result" as const, timestamp: null, id: "1", output: `x.dev${text}`, isError: false };
    const known = new KnownAddresses({ prompt: text, output: { transcript: [entry] } });
    const address = parseAddress("https://docs.acme.dev/api");
    expect(address && known.findOrigin(address, 1)).toBe("guessed");
  });
});

describe("a command", () => {
  test.each([
    ["npm test", "npm test"],
    ["npm run build -- --watch", "npm run build"],
    ["cd app && acme deploy --preview", "acme deploy"],
    ["export A=1; sudo -u root acme deploy", "acme deploy"],
    ["TOKEN=x npx -y @acme/cli@2 login", "@acme/cli login"],
    ["time env X=1 /usr/local/bin/acme --json deploy", "acme deploy"],
    ["acme deploy $(acme version)", "acme deploy"],
    ["export TOKEN=$(acme token) && acme deploy", "acme deploy"],
    ["bash -lc 'cd /tmp && acme deploy'", "acme deploy"],
    ["cat README.md | head", "cat"],
    ["git -C web log --oneline", "git log"],
    ["git status", "git status"],
    ["python3 scripts/build.py", "python3"],
    ["echo '{}' | acme import -", "acme import"],
    ["cd nowhere", "cd"],
  ])("%s is %s", (line, name) => {
    expect(findCommandTarget(line)?.name).toBe(name);
  });

  test.each([
    ["curl -s https://api.acme.dev/v1/x", "api.acme.dev/v1/x"],
    ["curl -H 'A: b' -d @- api.acme.dev/v1/x", "api.acme.dev/v1/x"],
    ["wget -q localhost:3000/health", "localhost:3000/health"],
    ["sleep 1; curl --url=https://api.acme.dev", "api.acme.dev"],
  ])("%s is the address %s", (line, name) => {
    expect(findTarget(toCall("Bash", { command: line }))).toMatchObject({ name, type: "url" });
  });

  test("a program that was not found is the target, wherever in the line it stands", () => {
    const call = toCall("Bash", { command: "npm ci && acmectl login" }, "sh: 1: acmectl: not found", 127);
    expect(findTarget(call)).toMatchObject({ name: "acmectl", owner: "acmectl" });
  });

  test("a program that another one did not find is named by the symptom", () => {
    const call = toCall("Bash", { command: "npm run build" }, "sh: 1: tsc: not found", 127);
    expect(findTarget(call).name).toBe("npm run build");
    expect(describeFailedCall(call, "npm").text).toBe("exit code 127: tsc: not found");
  });

  test.each(["npm test", "cd x && npx vitest run", "cargo build", "python -m pytest", "make", "node --test"])(
    "%s is expected to fail until the work is done",
    (line) => {
      expect(findCommandTarget(line)?.isTest).toBe(true);
    },
  );

  test.each(["acme deploy", "npm install", "node app.js", "make deploy", "curl -s https://x.dev"])(
    "%s is not",
    (line) => {
      expect(findCommandTarget(line)?.isTest).toBe(false);
    },
  );
});

describe("a target", () => {
  test.each([
    ["mcp__acme__search_docs", { query: "x" }, "acme.search_docs", "acme"],
    ["mcp__acme__list__all", {}, "acme.list__all", "acme"],
    ["WebFetch", { url: "https://docs.acme.dev/a", prompt: "p" }, "docs.acme.dev/a", "docs.acme.dev"],
    ["web_fetch", { prompt: "Read https://docs.acme.dev/a and say what it says" }, "docs.acme.dev/a", "docs.acme.dev"],
    ["Read", { file_path: "/a" }, "Read", "Read"],
  ])("of %s(%j) is %s of %s", (tool, input, name, owner) => {
    expect(findTarget(toCall(tool, input))).toMatchObject({ name, owner });
  });
});

describe("a symptom", () => {
  test.each([
    ["HTTP/1.1 404 Not Found\n\nx", undefined, "404 Not Found"],
    ["curl: (22) The requested URL returned error: 503", 22, "503 Service Unavailable"],
    ['{"error":{"status":429}}', undefined, "429 Too Many Requests"],
    ["Exit code 2\nerror: unknown option '--preview'", 2, "exit code 2: unknown option '--preview'"],
    ["building\nfoo\nTypeError: x is not a function", 1, "exit code 1: TypeError: x is not a function"],
    ["nothing telling", 3, "exit code 3: nothing telling"],
    ["", 3, "exit code 3"],
    ["", undefined, "no output"],
    ["bash: line 1: acmectl: command not found", 127, "exit code 127: acmectl: command not found"],
    ["x: error: no session", 1, "exit code 1: no session"],
    ["<tool_use_error>File does not exist.</tool_use_error>", undefined, "File does not exist."],
  ])("of %j with exit code %s is %j", (output, exitCode, text) => {
    expect(describeFailedCall(toCall("Bash", { command: "x" }, output, exitCode), "x").text).toBe(text);
  });

  test.each([
    ["cannot open /tmp/axis-1/work/src/index.ts: permission denied", "cannot open index.ts: permission denied"],
    ["failed after 31.2 s", "failed after …"],
    ["limit of 5MB exceeded", "limit of … exceeded"],
    ["object 8f3a9c1d not found", "object … not found"],
    ["not found: https://www.acme.dev/orders/4711/", "not found: acme.dev/orders/{id}"],
    ["failed at 2026-11-16T09:02:11.123Z", "failed at …"],
    ["\u001B[31merror\u001B[0m:\tbad\u202E", "error: bad"],
  ])("%j reads %j", (line, text) => {
    expect(normalizeErrorLine(line)).toBe(text);
  });

  const words = fc.constantFrom(
    ..."error /a/b.ts https://x.dev/1/ 12 s 8f3a9c1d0 ' … {id} not found: 31.2s a.dev/x C:\\a\\b 2026-11-16 % 5MB x/".split(
      " ",
    ),
  );
  test("normalising it again changes nothing", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          hostileText,
          fc.array(words, { maxLength: 30 }).map((parts) => parts.join(" ")),
        ),
        (line) => {
          const once = normalizeErrorLine(line);
          expect(normalizeErrorLine(once)).toBe(once);
          expect(once.length).toBeLessThanOrEqual(80);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("a check", () => {
  test.each([
    ["The request to `/v2/pay` is answered with 200", [], "The request to … is answered with …"],
    ["The file acme.config.ts names eu-west", ["eu-west"], "The file … names …"],
    ["No request goes to /v1", [], "No request goes to …"],
    ["reuse is fine", ["us"], "reuse is fine"],
  ])("%j with the words %j reads %j", (check, words, text) => {
    expect(normalizeCheck(check, words)).toBe(text);
  });

  test("normalising it again changes nothing", () => {
    fc.assert(
      fc.property(hostileText, (check) => {
        const once = normalizeCheck(check, ["eu-west"]);
        expect(normalizeCheck(once, ["eu-west"])).toBe(once);
      }),
    );
  });
});

describe("text from outside", () => {
  test("is one line of visible characters, whatever it was", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const line = cleanLine(text, 100);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
        expect(line.length).toBeLessThanOrEqual(100);
      }),
    );
  });
});

test("an id is ten digits, the same for the same key, and hardly ever the same for another", () => {
  expect(fixId(causeKey({ kind: "check", target: "a", symptom: "b" }))).toMatch(/^[0-9a-f]{10}$/);
  const ids = new Set(Array.from({ length: 20_000 }, (_, index) => fixId(`call-failed\nhost/${index}\n404`)));
  expect(ids.size).toBe(20_000);
});
