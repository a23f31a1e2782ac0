/** The services of one execution, created on demand so that plain arithmetic does not pay for a judge. */
import type { HttpAccess, MetricContext } from "../../core/metric.ts";
import type { Model } from "../../core/model.ts";
import { renderPromptAddition } from "./prompt-addition.ts";
import { AnalysisCache } from "../analysis-cache.ts";
import type { World } from "../evidence.ts";
import { Analyses } from "../judging/analyses.ts";
import { callJudge, type Caller } from "../judging/caller.ts";
import { Ledger } from "../judging/ledger.ts";
import type { Subject } from "../metric-body.ts";
import type { OpenServices } from "./services.ts";

const neverAborted = new AbortController().signal;

export class MetricDeps implements World<object> {
  readonly abort: AbortSignal;
  #caller: Caller | undefined;
  #analyses: Analyses | undefined;

  constructor(
    private readonly subject: Subject,
    private readonly context: MetricContext,
    private readonly services: OpenServices = {},
  ) {
    this.abort = context.abort ?? neverAborted;
  }

  get options(): object {
    return this.subject.options;
  }

  get threshold(): number | null {
    const { threshold } = this.context;
    return threshold === undefined ? this.subject.threshold : threshold;
  }

  get http(): Partial<HttpAccess> {
    return this.context.http ?? {};
  }

  get analyses(): Analyses {
    return (this.#analyses ??= new Analyses(this.caller, this.context.cache ?? new AnalysisCache()));
  }

  /** The judge for direct questions of a metric, with the same settings and the same ledger. */
  get judge(): Model | undefined {
    const { judge } = this.services;
    if (judge === undefined) return undefined;
    return { id: judge.id, ask: (question) => callJudge(this.caller, "single", question) };
  }

  get caller(): Caller {
    const { subject, services, context, abort } = this;
    return (this.#caller ??= {
      judge: services.judge ?? null,
      settings: { ...subject.common, addition: renderPromptAddition(subject) },
      ledger: new Ledger(),
      callbacks: context.callbacks ?? {},
      abort,
      notes: [],
    });
  }
}
