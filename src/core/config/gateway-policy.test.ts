import { expect, test } from "vitest";
import { resolveGatewayPolicy } from "./gateway-policy.ts";

test.each([
  [undefined, ["*"]],
  [{ network: "host" as const }, ["*"]],
  [{ network: "open" as const }, ["*"]],
  [{ network: "none" as const }, []],
  [{ network: ["example.com"] }, []],
  [{ network: "none" as const, provider_tools: ["web_search"] }, ["web_search"]],
  [{ network: "host" as const, provider_tools: [] }, []],
])("with %j the provider's tools are %j", (sandbox, providerTools) => {
  expect(resolveGatewayPolicy(sandbox)).toEqual({ gateway: "auto", providerTools });
});
