import { discoveryDescription } from '@earshot/proto/values';
import { useId, useRef, useState } from 'react';
import { LazyToastRegion } from '../../../components/lazy-toast-region.tsx';
import { Modal } from '../../../components/modal.tsx';
import { useToaster } from '../../../lib/toaster-context.ts';
import { usage } from '../../../lib/usage.ts';
import { discoverCommunities, type Suggestions } from '../api/discover-communities.ts';
import { texts } from '../texts.ts';
import { DiscoverForm } from './discover-form.tsx';
import { DiscoverResults } from './discover-results.tsx';

interface DiscoverDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The visitor wants to join the waitlist; called after the dialog has closed. */
  readonly onJoin: () => void;
}

/** State of the search. An answer that arrives after 'Try Another' or after a newer search is discarded. */
function useDiscovery() {
  const toaster = useToaster();
  const [description, setDescription] = useState('');
  const [analyzing, setAnalyzing] = useState(false);
  const [found, setFound] = useState<Suggestions>();
  const [problem, setProblem] = useState<string>();
  const latestRequest = useRef(0);
  const find = async () => {
    const productDescription = description.trim();
    if (productDescription.length < discoveryDescription.min) {
      setProblem(texts.tooShort.description);
      return toaster.show({ kind: 'destructive', ...texts.tooShort });
    }
    setProblem(undefined);
    const request = ++latestRequest.current;
    setAnalyzing(true);
    try {
      const suggestions = await discoverCommunities({ productDescription });
      if (request !== latestRequest.current) return;
      setFound(suggestions);
      usage().event('discovery-found');
    } catch (error) {
      if (request !== latestRequest.current) return;
      const reason = (error instanceof Error && error.message) || texts.exception;
      setProblem(reason);
      toaster.show({ kind: 'destructive', title: texts.failed, description: reason });
      usage().event('discovery-failed');
    }
    setAnalyzing(false);
  };
  const restart = () => {
    latestRequest.current += 1;
    setDescription('');
    setFound(undefined);
    setProblem(undefined);
    setAnalyzing(false);
  };
  const describe = (text: string) => {
    setDescription(text);
    setProblem(undefined);
  };
  return { description, describe, analyzing, problem, found, find, restart };
}

/** Suggests communities for a product without sign-in. Input and results are still there when it opens again. */
export function DiscoverDialog({ open, onClose, onJoin }: DiscoverDialogProps) {
  const headingId = useId();
  const { description, describe, analyzing, problem, found, find, restart } = useDiscovery();
  return (
    <Modal open={open} onClose={onClose} labelledBy={headingId} closeLabel={texts.close}>
      {found ? (
        <DiscoverResults headingId={headingId} found={found} onRestart={restart} onJoin={onJoin} />
      ) : (
        <DiscoverForm
          headingId={headingId}
          description={description}
          analyzing={analyzing}
          problem={problem}
          onChange={describe}
          onSubmit={() => void find()}
        />
      )}
      <LazyToastRegion />
    </Modal>
  );
}
