/** Checks that the object store for shared files is configured correctly and, with --online, that it works. */
import { createHash } from "node:crypto";
import type { StoreSettings } from "../../core/config/store-settings.ts";
import { errorMessage } from "../../core/error.ts";
import type { ObjectStoreAccess } from "../../store/sql/files/objects/object-store.ts";
import type { CliDeps } from "../command.ts";
import { readObjectStoreSettings } from "../object-store-settings.ts";
import { type Finding, note, ok, problem, collectFindings } from "./finding.ts";

const topic = "object store";
/** Short, because a person waits for the answer. */
const answerTimeoutMs = 5_000;

export interface ObjectCheck {
  readonly settings: StoreSettings | undefined;
  /** Whether the store may be contacted. */
  readonly online: boolean;
}

/** Returns nothing if no object store is configured. Keys never appear in a finding. */
export async function objectFindings({ settings, online }: ObjectCheck, { env, now }: CliDeps): Promise<Finding[]> {
  return await collectFindings(topic, async () => {
    const place = readObjectStoreSettings(env, settings);
    if (place === undefined) return [];
    const { endpoint, bucket } = place.settings;
    const name = `${bucket} at ${new URL(endpoint).host}`;
    if (!online) return [note(topic, `${name}: not contacted`, "Test it with: axis doctor --online")];
    return await tryObjectStore(place, name, Buffer.from(`axis doctor, ${now().toISOString()}, process ${process.pid}\n`));
  });
}

/** Writes a small file, reads it back and deletes it. */
async function tryObjectStore(place: ObjectStoreAccess, name: string, content: Buffer): Promise<Finding[]> {
  const { openObjectStore } = await import("../../store/sql/files/objects/object-store.ts");
  const store = openObjectStore(place, { answerMs: answerTimeoutMs, pause: () => Promise.resolve() });
  const sha256 = createHash("sha256").update(content).digest();
  const key = store.keyOf(sha256);
  return await collectFindings(topic, async () => {
    await store.put(key, { sha256, bytes: content.length }, () => [content]);
    const hash = createHash("sha256");
    for await (const part of store.read(key)) hash.update(part);
    const left = await store.remove(key).then(
      () => [],
      (error: unknown) => [note(topic, `${name}: the test file ${key} could not be deleted: ${errorMessage(error)}`)],
    );
    if (hash.digest().equals(sha256)) return [ok(topic, `${name} can write and read files`), ...left];
    return [problem(topic, `${name} returned different bytes than were written`), ...left];
  });
}
