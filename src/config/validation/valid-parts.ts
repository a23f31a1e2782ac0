/** Keeps the parts of a document that have the right shape, so that one mistake does not hide the next. */
import { z } from "zod";
import { isRecord } from "../../core/json.ts";

/** `gaps`: valid list items keep their position; the rest become gaps, which flatMap and forEach skip. */
export type ListHandling = "whole" | "gaps";

type Shape = Readonly<Record<string, z.ZodType>>;

/** The keys whose values have the right shape; of the other values, again the valid parts. */
export function keepValidParts(shape: Shape, raw: unknown, lists: ListHandling): Record<string, unknown> | undefined {
  if (!isRecord(raw)) return undefined;
  const sound = Object.entries(shape).flatMap(([key, schema]) => {
    if (!Object.hasOwn(raw, key)) return [];
    const part = keepValidPart(schema, (raw as Record<string, unknown>)[key], lists);
    return part === undefined ? [] : [[key, part] as const];
  });
  return Object.fromEntries(sound);
}

/** Whether a list has no gaps. */
export function hasNoGaps(list: readonly unknown[]): boolean {
  return !list.includes(undefined);
}

function keepValidPart(schema: z.ZodType, value: unknown, lists: ListHandling): unknown {
  if (schema.safeParse(value).success) return value;
  if (schema instanceof z.ZodOptional) return keepValidPart(schema.unwrap() as z.ZodType, value, lists);
  if (schema instanceof z.ZodObject) return keepValidParts(schema.shape as Shape, value, lists);
  if (schema instanceof z.ZodRecord) return keepValidEntries(schema.valueType as z.ZodType, value);
  if (schema instanceof z.ZodArray)
    return lists === "gaps" ? keepValidItems(schema.element as z.ZodType, value) : undefined;
  if (!(schema instanceof z.ZodUnion)) return undefined;
  return (schema.options as z.ZodType[])
    .map((option) => keepValidPart(option, value, lists))
    .find((part) => part !== undefined);
}

function keepValidEntries(schema: z.ZodType, value: unknown): object | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([, part]) => schema.safeParse(part).success));
}

function keepValidItems(schema: z.ZodType, value: unknown): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const sound: unknown[] = [];
  value.forEach((item: unknown, index) => {
    if (schema.safeParse(item).success) sound[index] = item;
  });
  sound.length = value.length;
  return sound;
}
