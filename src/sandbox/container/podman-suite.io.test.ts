import { testSandbox } from "../test-sandbox.fixture.ts";
import { makeTestImage, testImage } from "./image.fixture.ts";

if (process.platform === "linux" && process.getuid?.() === 0) {
  makeTestImage();
  testSandbox({ driver: "podman", user: "root", image: testImage });
}
