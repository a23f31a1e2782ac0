/**
 * Models of the AI SDK, by what tells them from anything else. In words of our own: the types of the SDK want a browser
 * and packages that it does not bring along, and who imports ours should not have to supply them.
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
