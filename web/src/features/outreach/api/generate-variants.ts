import type { Lead } from '@earshot/proto/http/lead';
import { type GeneratedMessage, outreachContract } from '@earshot/proto/http/outreach';
import type { MessageType, Tone } from '@earshot/proto/values';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export interface VariantsRequest {
  readonly lead: Pick<Lead, 'id'>;
  readonly messageType: MessageType;
  readonly tone: Tone;
}

/** Three drafts to choose from. Cached while the page lives, so that opening them again generates nothing. */
export const variantsQuery = ({ lead: { id }, ...body }: VariantsRequest) =>
  queryOptions<readonly GeneratedMessage[]>({
    queryKey: [outreachContract.generateVariants.path, id, body],
    queryFn: async ({ client, signal }) => {
      const variants = await call(outreachContract.generateVariants, { params: { id }, body, signal });
      void client.invalidateQueries({ queryKey: [outreachContract.listGeneratedMessages.path] });
      return variants;
    },
    gcTime: Infinity,
  });
