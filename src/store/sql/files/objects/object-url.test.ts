import { expect, test } from "vitest";
import { objectUrl } from "./signed-requests.ts";

const place = { endpoint: "https://s3.example.com:9000", bucket: "files" };

test("the bucket stands in the path, or before the host", () => {
  expect(objectUrl(place, "a/bc/bcd")).toBe("https://s3.example.com:9000/files/a/bc/bcd");
  expect(objectUrl({ ...place, path_style: true }, "a")).toBe("https://s3.example.com:9000/files/a");
  expect(objectUrl({ ...place, path_style: false }, "a/b")).toBe("https://files.s3.example.com:9000/a/b");
});
