import { expect, test } from "vitest";
import { StoreSettings } from "./store-settings.ts";

const objects = { endpoint: "https://s3.example.com", bucket: "axis-files" };

test.each([
  {},
  { endpoint: "https://s3.example.com:9000/" },
  { endpoint: "http://127.0.0.1:9000" },
  { endpoint: "http://localhost:9000" },
  { endpoint: "http://[::1]:9000" },
  { region: "eu-central-1", prefix: "team/axis.v1", path_style: false },
])("objects may be said so: %j", (changes) => {
  expect(StoreSettings.parse({ objects: { ...objects, ...changes } })).toEqual({ objects: { ...objects, ...changes } });
});

test.each([
  { endpoint: "http://s3.example.com" },
  { endpoint: "http://127.0.0.1.example.com" },
  { endpoint: "ftp://s3.example.com" },
  { endpoint: "s3.example.com" },
  { endpoint: "https://s3.example.com/bucket" },
  { endpoint: "https://s3.example.com/?x=1" },
  { bucket: "Axis" },
  { bucket: "a/b" },
  { bucket: ".." },
  { region: "eu central" },
  { prefix: "" },
  { prefix: "/a" },
  { prefix: "a/../b" },
  { prefix: "a//b" },
  { prefix: "a b" },
  { path_style: "no" },
])("objects may not be said so: %j", (changes) => {
  expect(StoreSettings.safeParse({ objects: { ...objects, ...changes } }).success).toBe(false);
});

test("a secret is refused without repeating it, in the endpoint or under a key of its own", () => {
  const secrets = [{ endpoint: "https://id:canary@s3.example.com" }, { secret: "canary" }, { key_id: "canary" }];
  for (const secret of secrets) {
    const { error } = StoreSettings.safeParse({ objects: { ...objects, ...secret } });
    expect(error?.issues).toHaveLength(1);
    expect(JSON.stringify(error?.issues)).not.toContain("canary");
  }
  const { error } = StoreSettings.safeParse({ objects: { ...objects, ...secrets[0] } });
  expect(error?.issues[0]?.message).toContain("AXIS_S3_SECRET");
});
