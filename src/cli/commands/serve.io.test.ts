/** Holds what a server and a worker refuse before they open anything. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { validAgent, temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { drive } from "../world.fixture.ts";
import * as serve from "./serve.ts";
import * as worker from "./worker.ts";

const files = { "axis.config.json": { agents: [validAgent] } };
const shared = { PATH: process.env["PATH"], AXIS_DATABASE_URL: "postgres://127.0.0.1:1/none" };

afterEach(() => void vi.unstubAllEnvs());

test("a server that is to carry out runs needs a temporary folder, and says so before it opens anything", async () => {
  await using place = await temporaryProject(files);
  vi.stubEnv("TMPDIR", join(place.folder, "none"));
  const { errorCode, mistake } = await drive(serve, ["--port", "0"], { cwd: place.folder });
  expect(errorCode).toBe("preflight");
  expect(mistake).toContain("none cannot be used: there is no such folder\nSet TMPDIR to a folder this user may write");
  expect(mistake).toContain("--slots 0");
  expect(await readdir(place.folder)).toEqual(["axis.config.json"]);
});

test.each([
  ["a server for workers, which takes in bundles there", serve, ["--port", "0"]],
  ["a worker", worker, []],
])("%s needs one too", async (_, command, args) => {
  await using place = await temporaryProject(files);
  vi.stubEnv("TMPDIR", join(place.folder, "none"));
  const { errorCode, mistake } = await drive(command, args, { cwd: place.folder, env: shared });
  expect([errorCode, mistake]).toEqual(["preflight", expect.stringContaining("Set TMPDIR to a folder")]);
  expect(mistake).not.toContain("--slots 0");
});
