/** A model server other than the vendors' own, and the variables by which programs and SDKs are pointed at it. */

/** Where models are asked in place of the vendor's service. */
export interface ModelEndpoint {
  /** Origin without a path and without a slash at the end, such as http://127.0.0.1:4000. */
  readonly url: string;
  /** Stands in for every vendor's key. */
  readonly key: string;
}

/** What most programs and SDKs read. A program that wants more in a file writes it from `AgentTask.endpoint`. */
export function endpointVariables({ url, key }: ModelEndpoint): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: key,
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: key,
    CODEX_API_KEY: key,
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: key,
  };
}
