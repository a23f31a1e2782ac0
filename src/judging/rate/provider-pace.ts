/** The pace of model requests that agents send through the gateway: shared with judges that use the same key. */
import { modelProviders } from "../../core/model/model-provider.ts";
import { type RateLimiter } from "./rate-limiter.ts";
import { sharedRateLimiters } from "./rate-limiters.ts";

/** Only refusals and waits are shared: how many requests an agent has in flight is limited by its own gateway. */
export function shareProviderPace(
  provider: string,
  { url, key }: { readonly url: string; readonly key: string },
): Pick<RateLimiter, "waitUntilOpen" | "recordRefusal" | "recordAnswer"> {
  const usual = modelProviders.find(({ name }) => name === provider)?.url;
  return sharedRateLimiters.forEndpoint({ provider, apiKey: key, ...(url === usual ? {} : { baseUrl: url }) });
}
