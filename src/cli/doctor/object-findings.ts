/** Whether the object store of shared files is configured as it should be, and, where that is asked for, does what it is for. */
import { createHash } from "node:crypto";
import type { StoreSettings } from "../../core/config/store-settings.ts";
import { messageOf } from "../../core/error.ts";
import type { ObjectPlace } from "../../store/sql/files/objects/object-store.ts";
import type { CliWorld } from "../command.ts";
import { objectPlace } from "../object-place.ts";
import { type Finding, note, ok, problem, saying } from "./finding.ts";

const topic = "object store";
/** Somebody waits for the answer. */
const answerMs = 5_000;

export interface ObjectLook {
  readonly settings: StoreSettings | undefined;
  /** Whether it may be asked. */
  readonly online: boolean;
}

/** Nothing where none is configured. Keys are never part of a finding. */
export async function objectFindings({ settings, online }: ObjectLook, { env, now }: CliWorld): Promise<Finding[]> {
  return await saying(topic, async () => {
    const place = objectPlace(env, settings);
    if (place === undefined) return [];
    const { endpoint, bucket } = place.settings;
    const name = `${bucket} at ${new URL(endpoint).host}`;
    if (!online) return [note(topic, `${name}: not asked`, "Ask it with: axis doctor --online")];
    return await tried(place, name, Buffer.from(`axis doctor, ${now().toISOString()}, process ${process.pid}\n`));
  });
}

/** A small file is put there, read and taken away again. */
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
      (error: unknown) => [note(topic, `${name}: a small file stays there, ${key}: ${messageOf(error)}`)],
    );
    if (hash.digest().equals(sha256)) return [ok(topic, `${name} takes files and gives them back`), ...left];
    return [problem(topic, `${name} gave back other bytes than it was given`), ...left];
  });
}
