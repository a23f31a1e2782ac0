/** An embedder that reads vectors from a map. */
import { errorMessage } from "../core/error.ts";
import type { Embedder } from "../core/model.ts";

export interface FakeEmbedder extends Embedder {
  /** The texts of each call, in order. */
  readonly calls: (readonly string[])[];
}

/** Fails for texts without a vector. An error instead of a map makes every call fail. */
export function fakeEmbedder(
  vectors: Readonly<Record<string, readonly number[]>> | Error,
  options: { readonly id?: string; readonly costUsd?: number | null } = {},
): FakeEmbedder {
  const calls: FakeEmbedder["calls"] = [];
  const { id = "fake/embedder", costUsd = 0 } = options;
  return {
    id,
    calls,
    async embed(texts, abort) {
      if (abort.aborted) return { status: "failed", why: `stopped: ${errorMessage(abort.reason)}` };
      calls.push(texts);
      if (vectors instanceof Error) return { status: "failed", why: vectors.message };
      const found = texts.map((text) => (Object.hasOwn(vectors, text) ? vectors[text] : undefined));
      const unknown = found.indexOf(undefined);
      if (unknown >= 0) return { status: "failed", why: `no vector is scripted for ${JSON.stringify(texts[unknown])}` };
      return { status: "embedded", vectors: found as (readonly number[])[], costUsd };
    },
  };
}
