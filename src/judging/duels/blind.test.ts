import fc from "fast-check";
import { expect, test } from "vitest";
import { createBlind } from "./blind.ts";

const blind = createBlind(["claude-code|opus", "fix-bot", "one"], ["/home/anna/project"]);

test.each<[string, string, string]>([
  ["a name", "+// fix-bot was here", "+// ███ was here"],
  ["a name, however it is joined", "FixBot, fix_bot, Fix Bot", "███, ███, ███"],
  ["a short name, as a word only", "one of none", "███ of none"],
  ["a model and its maker", "Anthropic's Claude Sonnet 4.5 or gpt-4.1-mini", "███'s ███ ███ or ███"],
  ["a file that a program reads", "+++ b/CLAUDE.md", "+++ b/███.md"],
  ["a path of the user", "/home/anna/project/src/a.ts", "███/src/a.ts"],
  ["a longer path that only starts alike", "/home/anna/projects", "/home/anna/projects"],
  ["a path of the run", "cd /tmp/axis-run_01M7RD5WY2CAYTDZ0A8E3ZD84D/work", "cd /tmp/███"],
  ["a branch", "git merge axis/8e3zd84d/some/t1", "git merge ███"],
  ["a day", "on 2026-11-19, 19.11.2026, 11/19/2026", "on ███, ███, ███"],
  ["a time", "at 2026-11-19T14:30:31.123Z", "at ███"],
  ["a date in words", "Thu Nov 19 14:30:31 2026 +0000 or 19 November 2026 or Nov 3rd, 2026", "███ or ███ or ███"],
  ["who signed", "+Co-authored-by: Jane <jane@example.com>", "+███"],
  ["the author of a commit", " Author: Jane <jane@example.com>", " ███"],
  ["code that has an author", "+  author: string;", "+  author: string;"],
  ["a version", "1.2026.3", "1.2026.3"],
])("%s", (_, before, after) => {
  expect(blind(before)).toBe(after);
});

const letters = fc.string({ unit: fc.constantFrom(..."abcdexyz059-_| .("), minLength: 1, maxLength: 12 });
const name = letters.filter((text) => /[a-z0-9]/.test(text) && text.trim() === text);

test("no name of an entrant stands in what is shown, alone or joined to others", () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.array(letters), (names, parts) => {
      const text = [...parts, ...names, names.join(""), names.join("-")].join("\n");
      const shown = createBlind(names, [])(text);
      for (const each of names) {
        const words = each.match(/[a-z0-9]+/g) ?? [];
        expect(` ${shown} `).not.toMatch(new RegExp(`(?<![a-z0-9])${words.join("[^a-z0-9\\n]{0,2}")}(?![a-z0-9])`));
      }
    }),
  );
});

test("no date, id or path of the run stands in what is shown", () => {
  const id = fc.string({ unit: fc.constantFrom(..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"), minLength: 26, maxLength: 26 });
  const date = fc.date({ noInvalidDate: true, min: new Date("1970-01-01"), max: new Date("2099-12-31") });
  fc.assert(
    fc.property(id, date, fc.string(), (ulid, when, noise) => {
      const [iso, utc] = [when.toISOString(), when.toUTCString()];
      const clean = noise.replace(/\d/g, "");
      const shown = createBlind(
        [],
        ["/srv/project"],
      )(`${clean} ${iso}\n${iso.slice(0, 10)} ${utc} /srv/project/x ${clean} run_${ulid}`);
      for (const part of [iso, iso.slice(0, 10), utc.slice(5, 16), ulid, "/srv/project"])
        expect(shown).not.toContain(part);
    }),
  );
});

test("blinding twice changes nothing more, and what names nobody stays as it is", () => {
  fc.assert(fc.property(fc.string(), (text) => blind(blind(text)) === blind(text)));
  const patch = "--- a/mean.py\n+++ b/mean.py\n@@ -1 +1,2 @@\n-x = 1\n+x = 2  # twice\n";
  expect(blind(patch)).toBe(patch);
});
