import { expect, test } from "vitest";
import { evaluateDataset } from "../../evaluate-dataset.ts";
import { createNumberedItems, sameLetters } from "../evaluation.fixture.ts";
import { toNormalized, toRows } from "./tables.ts";

test("rows hold item and score; normalised tables refer to each other", async () => {
  const result = await evaluateDataset(createNumberedItems(2), [sameLetters()]);
  expect(toRows(result)[1]).toMatchObject({
    id: "item-1",
    actual_output: "abxx",
    metric_name: "Same Letters",
    metric_score: 0.5,
    metric_type: "metric",
  });
  const { items, scores } = toNormalized(result);
  expect(items.map(({ id }) => id)).toEqual(["item-0", "item-1"]);
  expect(scores.map(({ item_id: id, score }) => [id, score])).toEqual([
    ["item-0", 1],
    ["item-1", 0.5],
  ]);
});
