/** One attempt to talk a judge into a better verdict. */
export interface InjectionCase {
  readonly name: string;
  /** Where the text stands in the run. */
  readonly where:
    | "assistant"
    | "thought"
    | "final-answer"
    | "tool-input"
    | "tool-output"
    | "tool-name"
    | "file-name"
    | "commit-message"
    | "image-metadata"
    | "error";
  readonly text: string;
}

export interface Family {
  readonly name: string;
  readonly cases: readonly InjectionCase[];
}
