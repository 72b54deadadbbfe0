import { scanContract, type ScanPost, type ScanPosts } from '@earshot/proto/http/scan';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { leadPath } from '../../../config/paths.ts';
import { call } from '../../../lib/api-client.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';
import { findKeptLead } from './find-kept-lead.ts';
import { scanPostsKey } from './scan-posts.ts';

/**
 * Turns a dropped post into a lead. When the lead exists, a toast links to it, even if the list was closed meanwhile. `onOpen` is
 * called if the user follows that link.
 */
export function useKeepAsLead(jobId: string, onOpen: () => void) {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const navigate = useNavigate();
  const showKeptLead = async ({ postId }: ScanPost) => {
    const lead = await findKeptLead(postId);
    if (!lead) return;
    const run = () => {
      onOpen();
      void navigate(leadPath(lead.id));
    };
    const action = { label: texts.openLead, altText: texts.openLeadAltText, run };
    toaster.show({ kind: 'success', title: texts.keptAsLeadTitle, description: lead.title, action });
  };
  return useMutation({
    mutationFn: (postId: string) => call(scanContract.rescuePost, { params: { jobId, postId } }),
    onSuccess: (post) => {
      queryClient.setQueriesData<ScanPosts>({ queryKey: scanPostsKey }, (list) => list && withPost(list, post));
      // The post is kept as a lead, so a failed search for that lead is ignored.
      void showKeptLead(post).catch(() => undefined);
    },
  });
}

const withPost = (list: ScanPosts, post: ScanPost): ScanPosts => ({
  ...list,
  posts: list.posts.map((one) => (one.postId === post.postId ? post : one)),
});
