import type { EmbeddingModel, LanguageModel } from "ai";
import { expectTypeOf, test } from "vitest";
import type { SdkEmbeddingModel, SdkLanguageModel } from "./sdk-model.ts";

type OfSdk<Model> = Exclude<Model, string>;

test("every model of the SDK is one of ours, and no version is one that it does not know", () => {
  expectTypeOf<OfSdk<LanguageModel>>().toExtend<SdkLanguageModel>();
  expectTypeOf<OfSdk<EmbeddingModel>>().toExtend<SdkEmbeddingModel>();
  expectTypeOf<SdkLanguageModel["specificationVersion"]>().toExtend<OfSdk<LanguageModel>["specificationVersion"]>();
  expectTypeOf<SdkEmbeddingModel["specificationVersion"]>().toExtend<OfSdk<EmbeddingModel>["specificationVersion"]>();
});

test("what only looks like a client is no model", () => {
  expectTypeOf<{ provider: string; modelId: string }>().not.toExtend<SdkLanguageModel>();
  expectTypeOf<OfSdk<EmbeddingModel>>().not.toExtend<SdkLanguageModel>();
});
