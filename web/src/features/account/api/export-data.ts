import { authContract } from '@earshot/proto/http/auth';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '../../../lib/api-client.ts';

export const useExportData = () => useMutation({ mutationFn: () => fetchFile(authContract.exportUser) });
