import { scanContract, type ScanPost, type ScanPosts } from '@earshot/proto/http/scan';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { leadPath } from '../../../config/paths.ts';
import { call } from '../../../lib/api-client.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { findRescuedLead } from './find-rescued-lead.ts';
import { scanPostsKey } from './list-scan-posts.ts';

/**
 * Turns a dropped post into a lead. When the lead exists, a toast links to it, even if the list was closed meanwhile. `onOpen` is
 * called if the user follows that link.
 */
export function useRescuePost(jobId: string, onOpen: () => void) {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const navigate = useNavigate();
  const showRescuedLead = async ({ postId }: ScanPost) => {
    const lead = await findRescuedLead(postId);
    if (!lead) return;
    const run = () => {
      onOpen();
      void navigate(leadPath(lead.id));
    };
    const action = { label: texts.openLead, altText: texts.openLeadAltText, run };
    toaster.show({ kind: 'success', title: texts.rescuedTitle, description: lead.title, action });
  };
  return useMutation({
    mutationFn: (postId: string) => call(scanContract.rescuePost, { params: { jobId, postId } }),
    onSuccess: (rescued) => {
      queryClient.setQueriesData<ScanPosts>({ queryKey: scanPostsKey }, (list) => list && withPost(list, rescued));
      // The rescue has succeeded, so a failed search for the lead is ignored.
      void showRescuedLead(rescued).catch(() => undefined);
    },
  });
}

const withPost = (list: ScanPosts, post: ScanPost): ScanPosts => ({
  ...list,
  posts: list.posts.map((one) => (one.postId === post.postId ? post : one)),
});
