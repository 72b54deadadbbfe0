import { appError } from '@earshot/core';
import { positionProblem } from '@earshot/proto/http/lead';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Position } from '../domain/list-leads.ts';

/** Converts places in lists to opaque texts, which are valid for one list only, and back. */
export interface ListPositions {
  /** `list` identifies the list: its user, its filters and its order. Equal arguments give equal texts. */
  sign(position: Position, list: unknown): string;
  /** Throws request.invalid for a text that was changed or belongs to another list. */
  read(text: string, list: unknown): Position;
}

const macBytes = 32;
const signed = z.tuple([z.number(), z.string(), z.boolean()]);

/** Positions under a key of the service. See docs/decisions/0093-pages-continue-from-signed-positions.md. */
export function listPositions(key: Buffer): ListPositions {
  const macOf = (position: string, list: unknown) =>
    createHmac('sha256', key)
      .update(JSON.stringify([position, list]))
      .digest();
  return {
    sign: ({ value, id, alone }, list) => {
      const position = JSON.stringify([value, id, alone]);
      return Buffer.concat([macOf(position, list), Buffer.from(position)]).toString('base64url');
    },
    read: (text, list) => {
      const bytes = Buffer.from(text, 'base64url');
      const mac = bytes.subarray(0, macBytes);
      const position = bytes.subarray(macBytes).toString();
      if (mac.length < macBytes || !timingSafeEqual(mac, macOf(position, list)))
        throw appError('request.invalid', { message: positionProblem, fields: { after: positionProblem } });
      const [value, id, alone] = signed.parse(JSON.parse(position));
      return { value, id, alone };
    },
  };
}
