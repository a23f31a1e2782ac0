/** Checks one text for citations that count: anywhere, in its sources section, or with a live URL. */
import pLimit from "p-limit";
import type { HttpAccess } from "../../core/metric.ts";
import { type Citation, findCitations } from "../arithmetic/citations/extract-citations.ts";
import { findResourceSection } from "../arithmetic/citations/resource-section.ts";
import { openNamedEmbedder } from "../model-source.ts";
import { checkLive, type Liveness } from "../web/live-url.ts";
import type { CitationMetricOptions } from "./citation-options.ts";
import { findSection, type SectionSearch } from "./citation-section.ts";

/** Checks many URLs: a few at a time, each once, with a limit on cached answers. */
const maxConcurrent = 4;
/** Maximum number of cached answers; the oldest are dropped first. */
const maxCachedAnswers = 10_000;

/** Caches the answers for one metric. */
export class LiveUrls {
  readonly #known = new Map<string, Promise<Liveness>>();

  /** Returns the answers in the order of the URLs. */
  async check(urls: readonly string[], http: Partial<HttpAccess>, abort: AbortSignal): Promise<Liveness[]> {
    const limit = pLimit(maxConcurrent);
    return await Promise.all(urls.map((url) => limit(() => this.#checkOnce(url, http, abort))));
  }

  #checkOnce(url: string, http: Partial<HttpAccess>, abort: AbortSignal): Promise<Liveness> {
    const known = this.#known.get(url);
    if (known !== undefined) return known;
    const checking = checkLive(url, http, abort);
    this.#known.set(url, checking);
    // No response may be temporary, and an abort concerns only one caller, so neither is cached.
    checking.then(
      ({ status }) => status === "silent" && this.#known.delete(url),
      () => this.#known.delete(url),
    );
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxCachedAnswers && oldest !== undefined) this.#known.delete(oldest);
    return checking;
  }
}

export interface CitationFinding {
  readonly status: "passes" | "lacks" | "failed";
  readonly why: string;
}

export const noSection = "there is no sources section";
const maxUrls = 20;

/** Answers are cached per metric instance, identified by its frozen options object. */
const liveUrls = new WeakMap<object, LiveUrls>();

export class CitationCheck {
  #asked = 0;

  constructor(
    private readonly options: Readonly<CitationMetricOptions>,
    private readonly http: Partial<HttpAccess>,
    private readonly abort: AbortSignal,
  ) {}

  /** Checks whether a text has the citations that the options require. */
  async checkText(text: string): Promise<CitationFinding> {
    const section = await this.#findSection(text);
    if (section.status === "failed") return section;
    if (section.start === null) return { status: "lacks", why: noSection };
    const citations = findCitations(text.slice(section.start), { markdown: false });
    if (citations.length === 0) return { status: "lacks", why: "there are no citations" };
    return this.options.strict ? await this.#checkAlive(citations) : { status: "passes", why: "there are citations" };
  }

  async #findSection(text: string): Promise<SectionSearch> {
    const { mode, useSemanticSearch, customResourcePhrases, resourceSimilarityThreshold } = this.options;
    if (mode === "any_citation") return { status: "found", start: 0 };
    const phrases = customResourcePhrases ?? [];
    const start = findResourceSection(text, phrases);
    if (start !== null || !useSemanticSearch) return { status: "found", start };
    const embedder = this.options.embedModel ?? (await openNamedEmbedder({ modelName: this.options.embedModelName }));
    if (embedder === null)
      return { status: "failed", why: `the embedder "${this.options.embedModelName}" could not be opened` };
    return await findSection(text, { embedder, phrases, threshold: resourceSimilarityThreshold, abort: this.abort });
  }

  /** At least one URL must respond. If none could be requested, the text cannot be judged. */
  async #checkAlive(citations: readonly Citation[]): Promise<CitationFinding> {
    const urls = citations.flatMap(toUrls).slice(0, maxUrls - this.#asked);
    this.#asked += urls.length;
    if (urls.length === 0) return { status: "lacks", why: "no URL is cited" };
    const found = await this.#liveUrls().check(urls, this.http, this.abort);
    if (found.some(({ status }) => status === "live")) return { status: "passes", why: "a cited URL responds" };
    const silent = found.find(({ status }) => status === "silent");
    const reason = found.map(({ why }, index) => `${urls[index]} ${why}`)[0] ?? "";
    if (silent !== undefined && !found.some(({ answered }) => answered))
      return { status: "failed", why: `no cited URL responded: ${silent.why}` };
    return { status: "lacks", why: `no cited URL is live: ${reason}` };
  }

  #liveUrls(): LiveUrls {
    const known = liveUrls.get(this.options) ?? new LiveUrls();
    liveUrls.set(this.options, known);
    return known;
  }
}

/** Returns nothing for a DOI or an author with a year, which are not URLs. */
function toUrls({ kind, text }: Citation): string[] {
  if (kind === "url") return [text];
  return kind === "host" ? [`https://${text}`] : [];
}
