/** Names a model: `"<provider>/<model>"`, or an object with more settings. */
import { z } from "zod";
import { AxisError } from "../../core/error.ts";
import { findNearestName } from "../../core/names/nearest.ts";
import { llmRegistry, type ProviderRegistry } from "./registry.ts";

export const ModelSpec = z.strictObject({
  provider: z.string().min(1),
  model: z.string().min(1),
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  apiKeyEnv: z.string().min(1).optional(),
  maxOutputTokens: z.number().int().positive().optional(),
});
export type ModelSpec = z.infer<typeof ModelSpec>;

/** Parses a spec and resolves provider aliases. For an unknown provider, the error suggests the nearest name. */
export function parseModelSpec(written: string | ModelSpec, registry: ProviderRegistry = llmRegistry): ModelSpec {
  const parsed = ModelSpec.safeParse(typeof written === "string" ? splitName(written) : written);
  if (!parsed.success)
    throw configError(`Model ${formatModelName(written)} is not valid: ${z.prettifyError(parsed.error)}`);
  const spec = parsed.data;
  const provider = registry.find(spec.provider);
  if (provider === undefined) throw unknownProviderError(spec.provider, registry);
  if (provider.needsBaseUrl === true && spec.baseUrl === undefined)
    throw configError(
      `Model ${formatModelName(spec)} needs the URL of its server`,
      "Set base_url, for example http://localhost:11434/v1",
    );
  return { ...spec, provider: provider.name };
}

/** `<provider>/<model>`; the model name may contain slashes. */
function splitName(written: string): { provider: string; model: string } {
  const slash = written.indexOf("/");
  if (slash <= 0 || slash === written.length - 1)
    throw configError(
      `"${written}" is not a valid model name`,
      "Write it as provider/model, for example anthropic/claude-sonnet-4-5",
    );
  return { provider: written.slice(0, slash), model: written.slice(slash + 1) };
}

function unknownProviderError(name: string, registry: ProviderRegistry): AxisError {
  const near = findNearestName(name, registry.names());
  const guess = near === undefined ? "" : `; did you mean "${near}"?`;
  return configError(`Unknown provider "${name}"${guess}`, `Providers: ${registry.names().join(", ")}`);
}

function formatModelName(written: string | ModelSpec): string {
  return typeof written === "string" ? `"${written}"` : `"${written.provider}/${written.model}"`;
}

function configError(message: string, hint?: string): AxisError {
  return new AxisError("config-invalid", message, hint === undefined ? {} : { hint });
}
