import { discoveryContract } from '@earshot/proto/http/discovery';
import { call } from '../../../lib/api-client.ts';

/** The profile fields that a description suggests. Nothing is saved. */
export const proposeProfile = (businessDescription: string, signal: AbortSignal) =>
  call(discoveryContract.proposeProfile, { body: { businessDescription }, signal });
