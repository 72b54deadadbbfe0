export { cosine } from './cosine.ts';
export type { Encoder, EncodeOptions } from './encoder.ts';
export { encoderPart, encoderVersion, vectorLength } from './encoder.ts';
export { localEncoder } from './local-encoder.ts';
