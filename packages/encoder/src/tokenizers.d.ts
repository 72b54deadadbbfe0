/** What we use of the package. Its own declarations name files without their endings, which TypeScript does not find here. */
declare module '@huggingface/tokenizers' {
  export class Tokenizer {
    constructor(tokenizer: unknown, config: object);
    encode(text: string): { readonly ids: number[] };
  }
}
