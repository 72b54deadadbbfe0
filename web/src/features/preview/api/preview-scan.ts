import { scanContract, type PreviewRequest } from '@earshot/proto/http/scan';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api-client.ts';

/** Previews what a scan would keep of one community. A new request aborts the previous one, and so does unmounting. */
export function usePreviewScan() {
  const asking = useRef<AbortController | null>(null);
  const preview = useMutation({
    mutationFn: (body: PreviewRequest) => {
      asking.current?.abort();
      asking.current = new AbortController();
      return call(scanContract.previewScan, { body, signal: asking.current.signal });
    },
  });
  useEffect(() => () => asking.current?.abort(), []);
  const cancel = () => {
    asking.current?.abort();
    preview.reset();
  };
  return { ...preview, cancel };
}
