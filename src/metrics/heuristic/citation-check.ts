/** Looks at one text for citations that count: anywhere, within its section of sources, or alive on the web. */
import type { HttpAccess } from "../../core/metric.ts";
import { type Citation, findCitations } from "../arithmetic/citations/extract-citations.ts";
import { resourceSectionStart } from "../arithmetic/citations/resource-section.ts";
import { openEmbedder } from "../model-source.ts";
import { LiveUrls } from "../web/live-urls.ts";
import type { CitationOptions } from "./citation-options.ts";
import { findSection, type SectionSearch } from "./citation-section.ts";

export interface CitationVerdict {
  readonly status: "passes" | "lacks" | "failed";
  readonly why: string;
}

export const noSection = "there is no section of sources";
const mostUrls = 20;

/** Answers are kept per metric: its options are one frozen object for as long as it is used. */
const liveUrls = new WeakMap<object, LiveUrls>();

export class CitationCheck {
  #asked = 0;

  constructor(
    private readonly options: Readonly<CitationOptions>,
    private readonly http: Partial<HttpAccess>,
    private readonly abort: AbortSignal,
  ) {}

  /** Whether a text cites what the options ask for. */
  async look(text: string): Promise<CitationVerdict> {
    const section = await this.#section(text);
    if (section.status === "failed") return section;
    if (section.start === null) return { status: "lacks", why: noSection };
    const citations = findCitations(text.slice(section.start), { markdown: false });
    if (citations.length === 0) return { status: "lacks", why: "nothing is cited" };
    return this.options.strict ? await this.#alive(citations) : { status: "passes", why: "something is cited" };
  }

  async #section(text: string): Promise<SectionSearch> {
    const { mode, useSemanticSearch, customResourcePhrases, resourceSimilarityThreshold } = this.options;
    if (mode === "any_citation") return { status: "found", start: 0 };
    const phrases = customResourcePhrases ?? [];
    const start = resourceSectionStart(text, phrases);
    if (start !== null || !useSemanticSearch) return { status: "found", start };
    const embedder = this.options.embedModel ?? (await openEmbedder({ modelName: this.options.embedModelName }));
    if (embedder === null)
      return { status: "failed", why: `no embedder "${this.options.embedModelName}" could be opened` };
    return await findSection(text, { embedder, phrases, threshold: resourceSimilarityThreshold, abort: this.abort });
  }

  /** At least one address has to answer. Where none could be asked, that is no verdict on the text. */
  async #alive(citations: readonly Citation[]): Promise<CitationVerdict> {
    const urls = citations.flatMap(addressOf).slice(0, mostUrls - this.#asked);
    this.#asked += urls.length;
    if (urls.length === 0) return { status: "lacks", why: "no address is cited" };
    const found = await this.#liveUrls().check(urls, this.http, this.abort);
    if (found.some(({ status }) => status === "live")) return { status: "passes", why: "a cited address answers" };
    const silent = found.find(({ status }) => status === "silent");
    const reason = found.map(({ why }, index) => `${urls[index]} ${why}`)[0] ?? "";
    if (silent !== undefined && !found.some(({ answered }) => answered))
      return { status: "failed", why: `no cited address gave an answer: ${silent.why}` };
    return { status: "lacks", why: `no cited address is alive: ${reason}` };
  }

  #liveUrls(): LiveUrls {
    const known = liveUrls.get(this.options) ?? new LiveUrls();
    liveUrls.set(this.options, known);
    return known;
  }
}

/** A DOI, or an author with a year, is no address. */
function addressOf({ kind, text }: Citation): string[] {
  if (kind === "url") return [text];
  return kind === "host" ? [`https://${text}`] : [];
}
