import { afterEach, beforeEach, expect, test } from "vitest";
import { validAgent, validScenario, temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { objectKey, openObjectServer, type ObjectServer } from "../../store/sql/files/objects/object-server.fixture.ts";
import * as doctor from "../commands/doctor.ts";
import { drive } from "../world.fixture.ts";

let server: ObjectServer;
beforeEach(async () => {
  server = await openObjectServer();
});
afterEach(() => server[Symbol.asyncDispose]());

const keys = { AXIS_S3_KEY_ID: objectKey.keyId, AXIS_S3_SECRET: objectKey.secret };

async function looked(flags: readonly string[], env: Record<string, string>, endpoint = server.endpoint) {
  const objects = { endpoint, bucket: "files", region: objectKey.region };
  const config = { agents: [validAgent], settings: { store: { objects } } };
  await using place = await temporaryProject({ "axis.config.json": config, "scenarios/hello.json": validScenario });
  const { code, out, err } = await drive(doctor, [...flags], { cwd: place.folder, env });
  expect(out + err).not.toContain("canary");
  return { code, line: out.split("\n").find((each) => each.includes("object store")), out };
}

test("one that is configured is named, and asked only when that is wanted", async () => {
  const { code, line, out } = await looked([], keys);
  expect([code, server.requests]).toEqual([0, []]);
  expect(line).toMatch(/^note +object store +files at 127\.0\.0\.1:\d+: not contacted$/);
  expect(out).toContain("axis doctor --online");
});

test("one that works is said to, and nothing stays there", async () => {
  const { code, line } = await looked(["--online"], keys);
  expect(line).toMatch(/^ok +object store +files at 127\.0\.0\.1:\d+: files can be written and read$/);
  expect(code).toBe(0);
  expect(server.objects.size).toBe(0);
});

test("missing keys are a problem without asking anybody", async () => {
  const { code, line, out } = await looked([], {});
  expect(line).toMatch(/^PROBLEM +object store +An object store is configured, but its keys are missing$/);
  expect(out).toContain("AXIS_S3_SECRET");
  expect([code, server.requests]).toEqual([2, []]);
});

test("one that refuses says so and what to check, and shows no key", async () => {
  const { code, line, out } = await looked(["--online"], { ...keys, AXIS_S3_SECRET: "canary-wrong-secret" });
  expect(line).toMatch(/^PROBLEM +object store +The object store did not accept a file: it answered 403$/);
  expect(out).toContain("Check AXIS_S3_KEY_ID, AXIS_S3_SECRET");
  expect(code).toBe(2);
});

test("one that is not there, and one that gives back something else, are problems too", async () => {
  const { endpoint, ...closed } = await openObjectServer();
  await closed[Symbol.asyncDispose]();
  const away = await looked(["--online"], keys, endpoint);
  expect(away.line).toMatch(/^PROBLEM +object store +The object store did not accept a file: ECONNREFUSED$/);
  server.mischief.push("none", "lie");
  const lying = await looked(["--online"], keys);
  expect(lying.line).toContain("returned different bytes than were written");
  expect([away.code, lying.code]).toEqual([2, 2]);
});

test("without one there is nothing to say", async () => {
  await using place = await temporaryProject({ "axis.config.json": { agents: [validAgent] } });
  const { out } = await drive(doctor, ["--online"], { cwd: place.folder, env: {} });
  expect(out).not.toContain("object store");
});
