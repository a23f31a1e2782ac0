import { expect, test } from "vitest";
import { findProxy } from "./upstream.ts";

test.each([
  ["api.example.com", {}, null],
  ["api.example.com", { HTTPS_PROXY: "http://proxy:3128" }, "http://proxy:3128/"],
  ["api.example.com", { https_proxy: "http://proxy:3128" }, "http://proxy:3128/"],
  ["api.example.com", { HTTPS_PROXY: "http://proxy:3128", NO_PROXY: "example.com" }, null],
  ["api.example.com", { HTTPS_PROXY: "http://proxy:3128", NO_PROXY: "*.example.com, other" }, null],
  ["api.example.com", { HTTPS_PROXY: "http://proxy:3128", NO_PROXY: "*" }, null],
  ["badexample.com", { HTTPS_PROXY: "http://proxy:3128", NO_PROXY: "example.com" }, "http://proxy:3128/"],
  ["127.0.0.1", { HTTPS_PROXY: "http://proxy:3128" }, null],
  ["api.example.com", { HTTPS_PROXY: "not an address" }, null],
])("for %s with %j the proxy is %j", (host, env, proxy) => {
  expect(findProxy(host, env)?.href ?? null).toBe(proxy);
});
