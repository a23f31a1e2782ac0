/** A request to a model, whichever wire it came over: what a script looks at to choose its answer. */
import type { wireNames } from "./script.ts";

export type WireName = (typeof wireNames)[number];

/** A tool the program lets the model call. */
export interface OfferedTool {
  readonly name: string;
  /** OpenAI's groups of tools, as Codex makes one of each MCP server. */
  readonly namespace?: string;
  /** Its arguments by name, as JSON Schema. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** What the model has said before, one per answer. */
export interface ModelTurn {
  readonly text: string;
  readonly calls: number;
}

export interface ModelRequest {
  readonly wire: WireName;
  readonly model: string;
  readonly stream: boolean;
  /** All the text it carries, in order, the system prompt first. */
  readonly text: string;
  readonly turns: readonly ModelTurn[];
  readonly tools: readonly OfferedTool[];
  /** It asks for a structured answer. */
  readonly wantsJson: boolean;
  /** The tool through which the structured answer has to come. */
  readonly answerTool?: string;
  /** The folder the program says it works in. */
  readonly workingDirectory: string | null;
  /** Key of the vendor's kind, from the header or the address. */
  readonly key: string | null;
}

/** What a wire finds in a request's body and path; the rest is the same for all. */
export type RequestParts = Omit<ModelRequest, "wire" | "workingDirectory" | "key">;
