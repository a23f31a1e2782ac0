/** A model from literals, for tests of this room: answers by question name, checked with the question's own schema. */
import type { Json } from "../core/json.ts";
import type { Model, ModelAnswer, ModelFailure, ModelQuestion } from "../core/model.ts";

/** A value, a function of the facts, an error, or several of these in turn (the last one holds). */
export type FakeReply = object | Error | ((facts: never) => unknown);
export type FakeReplies = Readonly<Record<string, FakeReply | readonly FakeReply[]>>;

export interface FakeModel extends Model {
  readonly calls: { readonly about: string; readonly facts: Json; readonly prompt: string }[];
}

export interface FakeModelOptions {
  readonly id?: string;
  readonly costUsd?: number | null;
  /** What an `Error` among the replies means. */
  readonly code?: ModelFailure;
}

export function fakeModel(replies: FakeReplies, options: FakeModelOptions = {}): FakeModel {
  const calls: FakeModel["calls"] = [];
  const { id = "fake/model", costUsd = 0.001, code = "transport" } = options;
  const spending = { costUsd, calls: 1, tokenUsage: { input: 10, output: 5 } };
  const fail = (why: string, failure: ModelFailure) => ({ status: "failed", code: failure, why, spending }) as const;
  return {
    id,
    calls,
    async ask<T>(question: ModelQuestion<T>, { abort }: { abort: AbortSignal }): Promise<ModelAnswer<T>> {
      if (abort.aborted) return fail("stopped", "stopped");
      const { about, facts, prompt } = question;
      const times = calls.filter((call) => call.about === about).length;
      calls.push({ about, facts, prompt });
      const script = replies[about];
      const reply = Array.isArray(script) ? (script as FakeReply[]).at(Math.min(times, script.length - 1)) : script;
      if (reply === undefined) return fail(`no reply to ${about}`, "request");
      if (reply instanceof Error) return fail(reply.message, code);
      const value = typeof reply === "function" ? (reply as (facts: Json) => unknown)(facts) : reply;
      const parsed = question.answer.safeParse(value);
      if (parsed.success) return { status: "answered", value: parsed.data, spending };
      return fail(`unreadable: ${parsed.error.issues[0]?.message ?? ""}`, "unreadable");
    },
  };
}
