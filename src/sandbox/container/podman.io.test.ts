import { beforeAll, expect, test } from "vitest";
import { attackNetwork } from "../network-attacks.fixture.ts";
import { runInsideWith } from "../run-inside.fixture.ts";
import { podmanDriver } from "./container.ts";
import { makeTestImage, testImage } from "./image.fixture.ts";

beforeAll(() => makeTestImage());

test("podman answers", async () => {
  expect(await podmanDriver.probe()).toMatchObject({ version: expect.stringMatching(/^\d/), limitedBy: "podman" });
});

test("a run in podman reaches what its policy allows, and nothing else", async () => {
  const { found, expected } = await attackNetwork(runInsideWith(podmanDriver, testImage));
  expect(found).toEqual(expected);
});
