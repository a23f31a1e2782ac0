/** Runs an operator's regular expression over an agent's text in a worker, where it cannot block anything else. */
import { Worker } from "node:worker_threads";
import { errorMessage } from "../../core/error.ts";
import { compilePattern, parsePattern, type PatternParts } from "../../core/scenario/pattern.ts";

/**
 * Whether the pattern matched; that it failed on this text, which the author of the text may have intended; or why it
 * could not be tried at all.
 */
export type PatternMatch = { readonly matched: boolean } | { readonly lost: string } | { readonly why: string };

/** Kept as source text, so that it works however AXIS is bundled. */
const workerSource = `
const { parentPort } = require("node:worker_threads");
parentPort.on("message", ({ source, flags, text }) => {
  let pattern;
  try {
    pattern = new RegExp(source, flags);
  } catch (error) {
    return parentPort.postMessage({ why: String(error && error.message) });
  }
  try {
    parentPort.postMessage({ matched: pattern.test(text) });
  } catch (error) {
    parentPort.postMessage({ lost: "the pattern match failed: " + String(error && error.message) });
  }
});
parentPort.postMessage("ready");
`;

/** Literal characters, escaped punctuation, and anchors at the ends: matching takes time linear in the text. */
const literalPattern = /^\^?(?:[^\\^$.*+?()[\]{}|]|\\[^\p{L}\p{N}_])*\$?$/u;

/** Matches within a time limit. Only a pattern that cannot run away is tried without a worker. */
export async function matchInWorker(pattern: string, text: string, timeoutMs = 1_000): Promise<PatternMatch> {
  const parts = parsePattern(pattern);
  if (literalPattern.test(parts.source)) return { matched: compilePattern(pattern).test(text) };
  return sharedWorker.match({ ...parts, text, timeoutMs });
}

interface MatchRequest extends PatternParts {
  readonly text: string;
  readonly timeoutMs: number;
}

/** One shared worker, started when first needed and replaced after it had to be stopped. */
class PatternWorker {
  #worker: Promise<Worker> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** Matches run one after the other: the time limit of each starts when the worker is ready for it. */
  match(request: MatchRequest): Promise<PatternMatch> {
    const turn = this.#last.then(() => this.#run(request));
    this.#last = turn;
    return turn;
  }

  async #run(request: MatchRequest): Promise<PatternMatch> {
    try {
      this.#worker ??= startWorker(() => (this.#worker = undefined));
      const worker = await this.#worker;
      const answer = await askWorker(worker, request);
      if (!("matched" in answer)) await this.#stop(worker);
      return answer;
    } catch (error) {
      this.#worker = undefined;
      return { why: `the pattern could not be run: ${errorMessage(error)}` };
    }
  }

  async #stop(worker: Worker): Promise<void> {
    this.#worker = undefined;
    await worker.terminate();
  }
}

const sharedWorker = new PatternWorker();

function startWorker(onEnd: () => void): Promise<Worker> {
  const resourceLimits = { maxOldGenerationSizeMb: 256 };
  const worker = new Worker(workerSource, { eval: true, env: {}, execArgv: [], resourceLimits });
  // Its exit is what matters; without a listener, an error in an idle worker would crash this process.
  worker.on("error", () => {}).once("exit", onEnd);
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("message", () => {
      worker.off("error", reject);
      // An idle worker does not keep the process alive.
      worker.unref();
      resolve(worker);
    });
  });
}

function askWorker(worker: Worker, { timeoutMs, ...request }: MatchRequest): Promise<PatternMatch> {
  return new Promise((resolve) => {
    const settle = (answer: PatternMatch) => {
      clearTimeout(timer);
      worker.off("message", settle).off("error", failed).off("exit", ended);
      resolve(answer);
    };
    // The worker was ready when asked, so this text ended it, for example by using all its memory.
    const failed = (error: Error) => settle({ lost: `the pattern match failed: ${errorMessage(error)}` });
    const ended = () => settle({ lost: "the pattern match failed: its worker ended" });
    const late = () => settle({ lost: `the pattern ran for more than ${timeoutMs / 1000} s and was stopped` });
    // After a busy stretch, timers fire before messages are read; an answer that is already waiting is read first.
    const timer = setTimeout(() => setImmediate(late), timeoutMs);
    worker.on("message", settle).on("error", failed).on("exit", ended);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    worker.postMessage(request);
  });
}
