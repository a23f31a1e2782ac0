/**
 * Reads OpenTelemetry spans of the GenAI conventions, exported as OTLP JSON: one document, or one export per line.
 // Spans arrive when they end, in any order, so all of them are needed before the first entry is known.
 */
import type { LineReader } from "../../../core/agent/line-reader.ts";
import { createEventReader } from "./common/event-reader.ts";
import { type Span, listSpans } from "./otel/span.ts";
import { OtelTranscript } from "./otel/transcript.ts";

const knownOperations = new Set(
  "chat text_completion generate_content execute_tool invoke_agent invoke_workflow create_agent embeddings retrieval".split(
    " ",
  ),
);

export function otelReader(): LineReader {
  const spans: Span[] = [];
  return createEventReader(
    {
      export: (event, _sink, unknown) => {
        for (const span of listSpans(event)) {
          if (span.operation !== "" && !knownOperations.has(span.operation)) unknown(span.operation);
          if (span.operation !== "") spans.push(span);
        }
      },
    },
    {
      nameOf: (event) => ("resourceSpans" in event || "resource_spans" in event ? "export" : undefined),
      end: (sink) => {
        if (spans.length > 0) new OtelTranscript(spans).send(sink);
      },
    },
  );
}
