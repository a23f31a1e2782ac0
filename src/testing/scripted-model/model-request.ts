/** A request to a model, independent of the vendor's API: the facts by which a script chooses its answer. */
import type { wireNames } from "./script.ts";

export type WireName = (typeof wireNames)[number];

/** A tool that the program offers to the model. */
export interface OfferedTool {
  readonly name: string;
  /** OpenAI's group of tools; Codex makes one for each MCP server. */
  readonly namespace?: string;
  /** Its arguments by name, as JSON Schema. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** What the model said earlier, one per answer. */
export interface ModelTurn {
  readonly text: string;
  readonly calls: number;
}

export interface ModelRequest {
  readonly wire: WireName;
  readonly model: string;
  readonly stream: boolean;
  /** All text of the request, in order, the system prompt first. */
  readonly text: string;
  readonly turns: readonly ModelTurn[];
  readonly tools: readonly OfferedTool[];
  /** Whether the request demands a structured answer. */
  readonly wantsJson: boolean;
  /** The tool through which the structured answer must come. */
  readonly answerTool?: string;
  /** The folder in which the program says it works. */
  readonly workingDirectory: string | null;
  /** The vendor's API key, from a header or the URL. */
  readonly key: string | null;
}

/** What an API reads from the request's body and path; the other parts are the same for all. */
export type RequestParts = Omit<ModelRequest, "wire" | "workingDirectory" | "key">;
