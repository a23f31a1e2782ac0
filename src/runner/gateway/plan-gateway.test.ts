import { expect, test } from "vitest";
import { resolveSandboxPolicy } from "../../core/config/sandbox-settings.ts";
import { listGatewayProblems, planGateway } from "./plan-gateway.ts";

const auto = resolveSandboxPolicy([]);
const on = resolveSandboxPolicy([{ gateway: "on" }]);
const off = resolveSandboxPolicy([{ gateway: "off" }]);
const claude = { name: "claude-code", acceptsEndpoint: true, gateway: ["ANTHROPIC_API_KEY"] };
const rehearsal = {
  script: { file: "s.json", sha256: "x" },
  endpoint: { url: "http://127.0.0.1:9", key: "scripted", scripted: true },
};

test("an agent whose key is set uses the gateway, which gets the key", () => {
  expect(planGateway(claude, { operator: { ANTHROPIC_API_KEY: "real" }, policy: auto })).toEqual({
    keys: ["ANTHROPIC_API_KEY"],
    providers: { anthropic: { url: "https://api.anthropic.com", key: "real" } },
    scripted: false,
  });
});

test("the operator's own address is where requests go", () => {
  const operator = { CODEX_API_KEY: "real", OPENAI_BASE_URL: "https://models.example.com/v1" };
  const plan = planGateway({ gateway: ["CODEX_API_KEY"] }, { operator, policy: auto });
  expect(plan?.providers).toEqual({ openai: { url: "https://models.example.com/v1", key: "real" } });
});

test("a provider without an address needs one to be set", () => {
  const copilot = { gateway: ["COPILOT_PROVIDER_API_KEY"] };
  const operator = { COPILOT_PROVIDER_API_KEY: "real" };
  expect(planGateway(copilot, { operator, policy: auto })).toBeNull();
  const named = { ...operator, COPILOT_PROVIDER_BASE_URL: "https://models.example.com/v1" };
  expect(planGateway(copilot, { operator: named, policy: auto })?.keys).toEqual(["COPILOT_PROVIDER_API_KEY"]);
});

test.each([
  ["its key is not set", claude, {}, auto],
  ["its key is empty", claude, { ANTHROPIC_API_KEY: " " }, auto],
  ["its adapter does not support it", { gateway: undefined }, { ANTHROPIC_API_KEY: "real" }, auto],
  ["the config turns it off", claude, { ANTHROPIC_API_KEY: "real" }, off],
])("an agent calls its models itself if %s", (_why, adapter, operator, policy) => {
  expect(planGateway(adapter, { operator, policy })).toBeNull();
});

test("in a rehearsal the script answers for every provider, and no key of the operator is used", () => {
  const plan = planGateway(claude, { operator: { ANTHROPIC_API_KEY: "real" }, policy: auto, rehearsal });
  expect(plan).toMatchObject({
    keys: [],
    scripted: true,
    providers: {
      anthropic: { url: "http://127.0.0.1:9", key: "scripted" },
      openai: { url: "http://127.0.0.1:9/v1", key: "scripted" },
      google: { url: "http://127.0.0.1:9", key: "scripted" },
    },
  });
  expect(JSON.stringify(plan)).not.toContain("real");
});

test("a gateway that the config demands and that cannot be used is a problem", () => {
  expect(listGatewayProblems(claude, { operator: {}, policy: auto })).toEqual([]);
  expect(listGatewayProblems(claude, { operator: {}, policy: on })).toEqual([
    'sandbox.gateway is "on", but none of its keys is set: ANTHROPIC_API_KEY',
  ]);
  expect(listGatewayProblems({ name: "kilo" }, { operator: {}, policy: on })).toEqual([
    'sandbox.gateway is "on", but the agent kilo cannot send its model requests through AXIS',
  ]);
});

test("an address that is no URL is a problem before anything runs", () => {
  const operator = { ANTHROPIC_API_KEY: "real", ANTHROPIC_BASE_URL: "models.example.com" };
  expect(listGatewayProblems(claude, { operator, policy: auto })).toEqual([
    "The address of anthropic in ANTHROPIC_BASE_URL is not a valid http or https URL",
  ]);
});
