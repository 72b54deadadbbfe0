/** Bytes of an answer, unpacked. A hundred of the longest posts, and every answer of a model, are well below it. */
export const maxAnswerBytes = 16 * 1024 * 1024;

/** The body of an answer exceeded its limit. */
export class AnswerTooLarge extends Error {
  constructor() {
    super('the answer is too large');
    this.name = 'AnswerTooLarge';
  }
}

/**
 * The same answer of a third party, whose body fails with AnswerTooLarge beyond `maxBytes`. `fetch` unpacks bodies, so a
 * small compressed answer cannot fill the memory either.
 */
export function boundedAnswer(answer: Response, maxBytes = maxAnswerBytes): Response {
  const body: ReadableStream<Uint8Array> | null = answer.body;
  if (body === null) return answer;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new AnswerTooLarge());
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(body.pipeThrough(counted), { status, statusText, headers });
}
