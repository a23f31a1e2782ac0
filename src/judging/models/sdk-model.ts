/**
 * Models of the AI SDK, described by the properties that identify them. We declare our own types because those of the
 * SDK need browser types and packages it does not install, which our users should not have to supply.
 */
interface SdkModel {
  readonly specificationVersion: "v2" | "v3";
  readonly provider: string;
  readonly modelId: string;
}

export interface SdkLanguageModel extends SdkModel {
  doGenerate(options: never): PromiseLike<unknown>;
  doStream(options: never): PromiseLike<unknown>;
}

export interface SdkEmbeddingModel extends SdkModel {
  doEmbed(options: never): PromiseLike<unknown>;
}
