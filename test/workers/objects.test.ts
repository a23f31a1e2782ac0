import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { objectKey, openObjectServer } from "../../src/store/sql/files/objects/object-server.fixture.ts";
import { createDatabase } from "../test-database.ts";
import { openFleet } from "./fleet.ts";

/** Leaves two mebibytes that cannot be made smaller, and says what it can see of the object store. */
const program = `
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
let bytes = Buffer.from("seed");
const parts = [];
for (let at = 0; at < 65_536; at += 1) parts.push((bytes = createHash("sha256").update(bytes).digest()));
writeFileSync("out.txt", Buffer.concat(parts));
console.log("sees " + Object.keys(process.env).filter((name) => name.startsWith("AXIS_S3")).length);
`;

/** The same bytes. */
function largeFile(): Buffer {
  let bytes: Buffer = Buffer.from("seed");
  const parts = [];
  for (let at = 0; at < 65_536; at += 1) parts.push((bytes = createHash("sha256").update(bytes).digest()));
  return Buffer.concat(parts);
}

test.concurrent("bundle and artifact travel through the object store, and go with their rows", async () => {
  await using objects = await openObjectServer();
  const env = {
    AXIS_S3_ENDPOINT: objects.endpoint,
    AXIS_S3_BUCKET: "fleet",
    AXIS_S3_REGION: objectKey.region,
    AXIS_S3_PREFIX: "axis/test",
    AXIS_S3_KEY_ID: objectKey.keyId,
    AXIS_S3_SECRET: objectKey.secret,
  };
  const files = { "fixtures/large.txt": largeFile().toString("hex") };
  await using fleet = await openFleet(await createDatabase(), { env, files, program });
  const { project, store } = fleet;
  const worker = fleet.work("one");
  const { report, reportFolder } = await reported();
  const [result] = report.results;
  const detail = JSON.parse(await readFile(join(reportFolder, result?.file ?? ""), "utf8"));
  expect(detail.output.transcript).toContainEqual(expect.objectContaining({ text: expect.stringContaining("sees 0") }));
  const [artifact] = detail.artifacts;
  expect((await readFile(join(reportFolder, artifact.file))).equals(largeFile())).toBe(true);
  const rows = await store.database.selectFrom("blobs").selectAll().where("location", "=", "object").execute();
  const keys = rows.map(({ object_key }) => `/fleet/${object_key}`).toSorted();
  expect([...objects.objects.keys()].toSorted()).toEqual(keys);
  const artifactHash = createHash("sha256").update(largeFile()).digest("hex");
  expect(keys).toHaveLength(2);
  expect(keys).toContain(`/fleet/axis/test/${artifactHash.slice(0, 2)}/${artifactHash}`);

  worker.child.kill("SIGTERM");
  await worker.ended;
  await store.database.deleteFrom("run_files").execute();
  await store.database
    .updateTable("blobs")
    .set({ created_at: new Date(Date.now() - 2 * 86_400_000) })
    .execute();
  const pruned = await project.axis(["db", "prune"], { env: fleet.env });
  expect(pruned).toMatchObject({ code: 0, stderr: "" });
  expect(objects.objects.size).toBe(1); // The bundle, which is in the index.

  async function reported() {
    const made = await project.report(["--queue"], { env: fleet.env });
    return { ...made, reportFolder: join(project.folder, ".axis", "reports", made.report.reportId) };
  }
});

test.concurrent("a command whose keys are missing says so, and shows none", async () => {
  const settings = { store: { objects: { endpoint: "https://s3.example.com", bucket: "fleet" } } };
  await using fleet = await openFleet(await createDatabase(), { config: { settings } });
  const env = { ...fleet.env, AXIS_S3_SECRET: objectKey.secret };
  for (const command of [["push"], ["db", "prune"], ["run", "--queue"]]) {
    const { code, stderr } = await fleet.project.axis(command, { env });
    expect([command, code]).toEqual([command, 2]);
    expect(stderr).toContain("AXIS_S3_KEY_ID");
    expect(stderr).not.toContain(objectKey.secret);
  }
});
