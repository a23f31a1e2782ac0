import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pricesAsOf } from "../src/core/model/price-table.ts";
import { builtInProviders } from "../src/judging/models/provider-table.ts";

const page = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "../docs/models.md"), "utf8");

test("docs/models.md has every provider, with its key and whether it needs an address", () => {
  const table = page.split("<!-- table: providers -->")[1]?.split("\n\n")[0] ?? "";
  const rows = table.split("\n").flatMap((line) => [...line.matchAll(/^\| `(\w+)` \| `?([\w ]+)`? \| ([\w ]+) \|$/g)]);
  expect(rows.map(([, name, key, address]) => [name, key, address])).toEqual(
    builtInProviders.map(({ name, keyVariable = "none needed", needsBaseUrl }) => [
      name,
      keyVariable,
      needsBaseUrl === true ? "required" : "its own",
    ]),
  );
  for (const alias of builtInProviders.flatMap(({ aliases = [] }) => aliases)) expect(page).toContain(`\`${alias}\``);
});

test("docs/models.md dates the prices as the table does", () => {
  expect(page).toContain(`as of ${pricesAsOf}`);
});
