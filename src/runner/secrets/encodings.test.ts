import { expect, test } from "vitest";
import { createRedactor } from "./redact.ts";

const password = { name: "DB_PASSWORD", value: "pä/ss+Wörd!(1)~ x*9&<q>" };
const { text } = createRedactor([password]);

test.each([
  ["encodeURIComponent", "p%C3%A4%2Fss%2BW%C3%B6rd!(1)~%20x*9%26%3Cq%3E"],
  ["encodeURI", "p%C3%A4/ss+W%C3%B6rd!(1)~%20x*9&%3Cq%3E"],
  ["quote of Python", "p%C3%A4/ss%2BW%C3%B6rd%21%281%29~%20x%2A9%26%3Cq%3E"],
  ["quote of Python without safe characters", "p%C3%A4%2Fss%2BW%C3%B6rd%21%281%29~%20x%2A9%26%3Cq%3E"],
  ["quote_plus of Python", "p%C3%A4%2Fss%2BW%C3%B6rd%21%281%29~+x%2A9%26%3Cq%3E"],
  ["URLEncoder of Java", "p%C3%A4%2Fss%2BW%C3%B6rd%21%281%29%7E+x*9%26%3Cq%3E"],
  ["URLSearchParams", new URLSearchParams([["p", password.value]]).toString().slice("p=".length)],
  ["small hexadecimal digits", "p%c3%a4%2fss%2bW%c3%b6rd%21%281%29~+x%2a9%26%3cq%3e"],
])("a secret in a URL is taken out as it is written by %s", (_by, written) => {
  expect(text(`https://example.test/?p=${written}&q=1`)).toBe("https://example.test/?p=[redacted]&q=1");
});

test.each([
  ["Python", String.raw`p\u00e4/ss+W\u00f6rd!(1)~ x*9&<q>`],
  ["Go", String.raw`pä/ss+Wörd!(1)~ x*9\u0026\u003cq\u003e`],
  ["PHP", String.raw`p\u00e4\/ss+W\u00f6rd!(1)~ x*9&<q>`],
])("a secret in JSON is taken out as %s escapes it, also within JSON", (_by, written) => {
  expect(text(`{"p":"${written}"}`)).toBe('{"p":"[redacted]"}');
  expect(text(JSON.stringify(`{"p":"${written}"}`))).toBe(String.raw`"{\"p\":\"[redacted]\"}"`);
});

test.each([76, 64])("a long secret in base64 that is broken into lines of %i is taken out line by line", (length) => {
  const key = Array.from({ length: 40 }, (_, place) => `k${place}Z`).join("");
  const redactor = createRedactor([{ name: "API_KEY", value: key }]);
  const encoded = Buffer.from(`${key}\n`).toString("base64");
  const lines = encoded.match(new RegExp(`.{1,${length}}`, "g")) ?? [];
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(redactor.text(line)).toMatch(/^\[redacted\][A-Za-z0-9]{0,2}={0,2}$/);
});
