import { expect, test } from "vitest";
import { readObjectStoreSettings } from "./object-store-settings.ts";

const objects = { endpoint: "https://s3.example.com", bucket: "files", region: "eu-1", prefix: "p", path_style: false };
const keys = { AXIS_S3_KEY_ID: "id", AXIS_S3_SECRET: "canary-secret" };

test("without a setting and without variables there is none, whatever else is set", () => {
  expect(readObjectStoreSettings(keys, undefined)).toBeUndefined();
  expect(readObjectStoreSettings({ ...keys, AXIS_S3_REGION: "eu-1", AXIS_S3_ENDPOINT: "" }, {})).toBeUndefined();
});

test("the setting says where it is, the environment alone who asks", () => {
  const place = { settings: objects, keys: { keyId: "id", secret: "canary-secret" } };
  expect(readObjectStoreSettings(keys, { objects })).toEqual(place);
});

test("a worker without a config is told by its environment, which wins where both speak", () => {
  const env = { ...keys, AXIS_S3_ENDPOINT: "https://other.example.com", AXIS_S3_BUCKET: "elsewhere" };
  const said = { endpoint: "https://other.example.com", bucket: "elsewhere" };
  expect(readObjectStoreSettings(env, undefined)?.settings).toEqual(said);
  expect(readObjectStoreSettings({ ...env, AXIS_S3_PREFIX: "q" }, { objects })?.settings).toEqual({
    ...objects,
    ...said,
    prefix: "q",
  });
});

test.each([{}, { AXIS_S3_KEY_ID: "id" }, { AXIS_S3_SECRET: "canary-secret" }, { ...keys, AXIS_S3_SECRET: "" }])(
  "a store without both keys is refused: %j",
  (env) => {
    const asked = () => readObjectStoreSettings(env, { objects });
    expect(asked).toThrow(expect.objectContaining({ code: "flag-invalid", hint: expect.stringContaining("AXIS_S3_") }));
    expect(asked).not.toThrow(/canary/);
  },
);

test.each([
  [{ AXIS_S3_ENDPOINT: "http://s3.example.com", AXIS_S3_BUCKET: "files" }, "AXIS_S3_ENDPOINT"],
  [{ AXIS_S3_ENDPOINT: "https://s3.example.com" }, "AXIS_S3_BUCKET"],
  [{ AXIS_S3_BUCKET: "files" }, "AXIS_S3_ENDPOINT"],
  [{ AXIS_S3_ENDPOINT: "https://s3.example.com", AXIS_S3_BUCKET: "files", AXIS_S3_PREFIX: "../x" }, "AXIS_S3_PREFIX"],
])("a variable that cannot be used is named: %j", (env, name) => {
  expect(() => readObjectStoreSettings({ ...keys, ...env }, undefined)).toThrow(name);
});
