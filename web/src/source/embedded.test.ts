import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { encodeBase91 } from "../../../src/report/html/base91.ts";
import { createEmbeddedSource } from "./embedded.ts";

const index = { axisVersion: "1.2.3", note: "größer" };
const packed = gzipSync(JSON.stringify(index));

test.each([
  ["as this version writes it", encodeBase91(packed)],
  ["in base64, as earlier versions wrote it", packed.toString("base64")],
])("data in a page is read %s", async (_, textContent) => {
  const page = { readyState: "complete", getElementById: () => ({ textContent }) } as unknown as Document;
  expect(await createEmbeddedSource(page).index()).toEqual(index);
});
