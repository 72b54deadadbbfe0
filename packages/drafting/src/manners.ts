import { messageLengths, messageTypes, tones } from '@earshot/proto/values';

/** Every combination of type, tone and length: 24. */
export const manners = messageTypes.flatMap((messageType) =>
  tones.flatMap((tone) => messageLengths.map((length) => ({ messageType, tone, length }))),
);
