export { cosine } from './cosine.ts';
export type { Encoder, EncodeOptions } from './encoder.ts';
export { encoderVersion, vectorLength } from './encoder.ts';
export { localEncoder } from './local-encoder.ts';
