import { authContract } from '@earshot/proto/http/auth';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '../../../lib/api-client.ts';
import { confirmed } from '../../../lib/confirmed.ts';

export const useExportData = () =>
  useMutation({ mutationFn: () => confirmed(() => fetchFile(authContract.exportUser)) });
