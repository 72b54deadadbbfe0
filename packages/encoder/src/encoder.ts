import digests from '../model/digests.json' with { type: 'json' };

/** How many numbers a vector has. */
export const vectorLength = 384;

/**
 * Changes when vectors change: with the model file, the tokenizer or the runtime. Vectors of two versions are not
 * comparable, so whoever keeps vectors keeps the version with them.
 */
export const encoderVersion = `minilm-int8-exact-${digests['model.onnx'].slice(0, 8)}-${digests['tokenizer.json'].slice(0, 8)}-ort-1.27.0`;

export interface EncodeOptions {
  /** What exceeds this number of tokens is ignored. Default: 160, about 120 words. */
  readonly maxTokens?: number;
}

/** Turns texts into vectors, so that texts of similar meaning have a high `cosine`. */
export interface Encoder {
  readonly version: string;
  /** Returns one vector for each text, in order; undefined if the encoder is unavailable. */
  encode(texts: readonly string[], options?: EncodeOptions): Promise<Int8Array[] | undefined>;
  /** Gives the model back with the last encoder of the process; calls that are open then get undefined. */
  close(): Promise<void>;
}

/** The encoder as a part of a service, which gives it back when the service stops. Nothing starts before the first text. */
export function encoderPart({ close }: Pick<Encoder, 'close'>) {
  return { name: 'encoder', start: async () => undefined, stop: close };
}
