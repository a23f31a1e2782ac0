/** vitest and fast-check for the suites, loaded if they are installed: the fakes of this room work without them. */
import type * as FastCheck from "fast-check";
import type * as Vitest from "vitest";
import { AxisError, errorMessage } from "../core/error.ts";

type Loaded<T> = { readonly module: T } | { readonly cause: unknown };

/** Suites register their tests at once, so the packages must be there before a suite is called. */
async function tryImport<T>(load: () => Promise<T>): Promise<Loaded<T>> {
  try {
    return { module: await load() };
  } catch (cause) {
    return { cause };
  }
}

const [vitest, fastCheck] = await Promise.all([
  tryImport(() => import("vitest")),
  tryImport(() => import("fast-check")),
]);

/** A package that a suite needs, or an error that says what to install. */
function requirePackage<T>(loaded: Loaded<T>, name: string): T {
  if ("module" in loaded) return loaded.module;
  throw new AxisError("preflight", `This suite needs ${name}: ${errorMessage(loaded.cause)}`, {
    hint: `Install it with: npm install --save-dev ${name}; suites run inside vitest`,
    cause: loaded.cause,
  });
}

/** A function of vitest that is looked up when it is called or one of its properties is used. */
function deferVitest<Name extends "describe" | "expect" | "test">(name: Name): (typeof Vitest)[Name] {
  const find = () => requirePackage(vitest, "vitest")[name] as unknown as () => unknown;
  return new Proxy(() => {}, {
    apply: (_, self, parts: unknown[]) => Reflect.apply(find(), self, parts),
    get: (_, key) => Reflect.get(find(), key) as unknown,
  }) as unknown as (typeof Vitest)[Name];
}

export const describe = deferVitest("describe");
export const expect = deferVitest("expect");
export const test = deferVitest("test");

export function requireFastCheck(): typeof FastCheck {
  return requirePackage(fastCheck, "fast-check");
}
