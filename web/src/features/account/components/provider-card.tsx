import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useFailureToast } from '../../../lib/use-failure-toast.ts';
import { providerQuery, useLinkProvider } from '../api/account.ts';
import { texts } from '../texts.ts';

const results: ReadonlyMap<string, string> = new Map(Object.entries(texts.providerProblems));

/** Reports the result of a visit at the provider, which the address of the page carries. */
function useVisitResult() {
  const [search, setSearch] = useSearchParams();
  const toaster = useToaster();
  const result = search.get('provider');
  useEffect(() => {
    if (result === null) return;
    if (result === 'confirmed') toaster.show({ kind: 'success', ...texts.confirmedThere });
    else if (result === 'linked') toaster.show({ kind: 'success', ...texts.providerLinked });
    else {
      const description = results.get(result) ?? texts.providerProblems.failed;
      toaster.show({ kind: 'destructive', title: texts.visitFailed, description });
    }
    setSearch(
      (now) => {
        now.delete('provider');
        return now;
      },
      { replace: true },
    );
  }, [result, setSearch, toaster]);
}

/** Links the installation's identity provider to an account with a password. */
export function ProviderCard({ hasPassword }: { readonly hasPassword: boolean }) {
  useVisitResult();
  const failed = useFailureToast();
  const [provider] = useQuery(providerQuery).data ?? [];
  const link = useLinkProvider();
  if (provider === undefined || !hasPassword) return null;
  const start = () =>
    link.mutate(undefined, {
      onSuccess: ({ url }) => location.assign(url),
      onError: failed(texts.visitFailed),
    });
  return (
    <Card id="provider" title={texts.provider} help={texts.providerHelp(provider.name)}>
      <div>
        <Button loading={link.isPending} onClick={start}>
          {texts.linkProvider(provider.name)}
        </Button>
      </div>
    </Card>
  );
}
