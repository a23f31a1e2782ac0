/** Checks that the object store for shared files is configured correctly and, with --online, that it works. */
import { createHash } from "node:crypto";
import type { StoreSettings } from "../../core/config/store-settings.ts";
import { errorMessage } from "../../core/error.ts";
import type { ObjectStoreAccess } from "../../store/sql/files/objects/object-store.ts";
import type { CliDeps } from "../command.ts";
import { readObjectStoreSettings } from "../object-store-settings.ts";
import { collectFindings, type DoctorFinding, note, ok, problem } from "./finding.ts";

const objectTopic = "object store";
/** Short, because a person waits for the answer. */
const answerTimeoutMs = 5_000;

interface ObjectCheck {
  readonly settings: StoreSettings | undefined;
  /** Whether the store may be contacted. */
  readonly online: boolean;
}

/** Returns nothing if no object store is configured. Keys never appear in a finding. */
export async function objectFindings(
  { settings, online }: ObjectCheck,
  { env, now }: CliDeps,
): Promise<DoctorFinding[]> {
  return await collectFindings(objectTopic, async () => {
    const place = readObjectStoreSettings(env, settings);
    if (place === undefined) return [];
    const { endpoint, bucket } = place.settings;
    const name = `${bucket} at ${new URL(endpoint).host}`;
    if (!online) return [note(objectTopic, `${name}: not contacted`, "Test it with: axis doctor --online")];
    return await tryObjectStore(
      place,
      name,
      Buffer.from(`axis doctor, ${now().toISOString()}, process ${process.pid}\n`),
    );
  });
}

/** Writes a small file, reads it back and deletes it. */
async function tryObjectStore(place: ObjectStoreAccess, name: string, content: Buffer): Promise<DoctorFinding[]> {
  const { openObjectStore } = await import("../../store/sql/files/objects/object-store.ts");
  const store = openObjectStore(place, { answerMs: answerTimeoutMs, pause: () => Promise.resolve() });
  const sha256 = createHash("sha256").update(content).digest();
  const key = store.keyOf(sha256);
  return await collectFindings(objectTopic, async () => {
    await store.put(key, { sha256, bytes: content.length }, () => [content]);
    const hash = createHash("sha256");
    for await (const part of store.read(key)) hash.update(part);
    const left = await store.remove(key).then(
      () => [],
      (error: unknown) => [
        note(objectTopic, `${name}: the test file ${key} could not be deleted: ${errorMessage(error)}`),
      ],
    );
    if (hash.digest().equals(sha256)) return [ok(objectTopic, `${name}: files can be written and read`), ...left];
    return [problem(objectTopic, `${name}: it returned different bytes than were written`), ...left];
  });
}
