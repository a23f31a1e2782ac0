import { testSandbox } from "./test-sandbox.fixture.ts";

if (process.platform === "linux") {
  testSandbox({ driver: "bwrap", user: "an ordinary user" });
  if (process.getuid?.() === 0) testSandbox({ driver: "bwrap", user: "root" });
}
