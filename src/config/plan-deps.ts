/** What loading and planning a project may use, and what they report to. */
export interface PlanDeps {
  readonly env: NodeJS.ProcessEnv;
  /** Things a person should know, such as which of two configs was used. */
  onNotice(message: string): void;
  onWarning(message: string): void;
  /** Details that are shown only on request. */
  onDetail?(message: string): void;
  /** Replaces https://github.com for skills, as in tests. */
  readonly githubBase?: string;
}
