/** Checks that the object store for shared files is configured correctly and, with --online, that it works. */
import { createHash } from "node:crypto";
import type { StoreSettings } from "../../core/config/store-settings.ts";
import { messageOf } from "../../core/error.ts";
import type { ObjectPlace } from "../../store/sql/files/objects/object-store.ts";
import type { CliWorld } from "../command.ts";
import { objectPlace } from "../object-place.ts";
import { type Finding, note, ok, problem, saying } from "./finding.ts";

const topic = "object store";
/** Short, because a person waits for the answer. */
const answerMs = 5_000;

export interface ObjectLook {
  readonly settings: StoreSettings | undefined;
  /** Whether the store may be contacted. */
  readonly online: boolean;
}

/** Returns nothing if no object store is configured. Keys never appear in a finding. */
export async function objectFindings({ settings, online }: ObjectLook, { env, now }: CliWorld): Promise<Finding[]> {
  return await saying(topic, async () => {
    const place = objectPlace(env, settings);
    if (place === undefined) return [];
    const { endpoint, bucket } = place.settings;
    const name = `${bucket} at ${new URL(endpoint).host}`;
    if (!online) return [note(topic, `${name}: not contacted`, "Test it with: axis doctor --online")];
    return await tried(place, name, Buffer.from(`axis doctor, ${now().toISOString()}, process ${process.pid}\n`));
  });
}

/** Writes a small file, reads it back and deletes it. */
async function tried(place: ObjectPlace, name: string, content: Buffer): Promise<Finding[]> {
  const { openObjectStore } = await import("../../store/sql/files/objects/object-store.ts");
  const store = openObjectStore(place, { answerMs, pause: () => Promise.resolve() });
  const sha256 = createHash("sha256").update(content).digest();
  const key = store.keyOf(sha256);
  return await saying(topic, async () => {
    await store.put(key, { sha256, bytes: content.length }, () => [content]);
    const hash = createHash("sha256");
    for await (const part of store.read(key)) hash.update(part);
    const left = await store.remove(key).then(
      () => [],
      (error: unknown) => [note(topic, `${name}: the test file ${key} could not be deleted: ${messageOf(error)}`)],
    );
    if (hash.digest().equals(sha256)) return [ok(topic, `${name} can write and read files`), ...left];
    return [problem(topic, `${name} returned different bytes than were written`), ...left];
  });
}
