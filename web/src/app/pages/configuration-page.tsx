import { ConfigurationPanel } from '../../features/configuration/components/configuration-form.tsx';
import { texts } from '../../features/configuration/texts.ts';
import { MonitoredSubreddits } from '../../features/subreddits/components/monitored-subreddits.tsx';

export function ConfigurationPage() {
  return (
    <>
      <title>{texts.pageTitle}</title>
      <ConfigurationPanel communities={<MonitoredSubreddits />} />
    </>
  );
}
