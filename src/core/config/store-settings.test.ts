import { expect, test } from "vitest";
import { StoreSettings } from "./store-settings.ts";

test.each(["postgres://db/axis", "postgresql://axis@db:5433/axis?sslmode=require", "postgres://axis@[::1]/axis"])(
  "%s may stand in a config",
  (url) => {
    expect(StoreSettings.parse({ url })).toEqual({ url });
  },
);

test.each([
  "postgres://axis:secret@db/axis",
  "postgres://axis@db/axis?password=secret",
  "postgres://axis@db/axis?sslpassword=secret",
  "postgres://axis:se/cret@db:99999999/axis",
])("a URL with a password is refused without repeating it", (url) => {
  const { error } = StoreSettings.safeParse({ url });
  expect(error?.issues[0]?.message).toContain("AXIS_DATABASE_URL");
  expect(JSON.stringify(error?.issues)).not.toContain("secret");
});

test.each(["mysql://db/axis", "db/axis", "", "postgres://"])("%j is no URL of Postgres", (url) => {
  expect(StoreSettings.safeParse({ url }).success).toBe(false);
});

test("days of retention are whole and at least one", () => {
  for (const days of [0, -1, 1.5, 1e9]) {
    expect(StoreSettings.safeParse({ retention: { files_days: days } }).success).toBe(false);
    expect(StoreSettings.safeParse({ retention: { runs_days: days } }).success).toBe(false);
  }
  const retention = { files_days: 1, runs_days: 365 };
  expect(StoreSettings.parse({ retention })).toEqual({ retention });
});
