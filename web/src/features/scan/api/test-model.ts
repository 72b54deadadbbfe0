import { scanContract } from '@earshot/proto/http/scan';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Tests the model server that the operator configured. */
export const useTestModel = () => useMutation({ mutationFn: () => call(scanContract.testModel) });
