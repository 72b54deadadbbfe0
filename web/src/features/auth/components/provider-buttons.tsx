import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { providersQuery } from '../api/sign-in.ts';
import { texts } from '../texts.ts';
import styles from './provider-buttons.module.css';

/** Sign-in through identity providers. Renders nothing if there is none, because the form is always there. */
export function ProviderButtons({ returnTo }: { readonly returnTo: string }) {
  const { data: providers = [] } = useQuery(providersQuery);
  if (providers.length === 0) return null;
  return (
    <div className={styles.providers}>
      {providers.map(({ name, loginPath }) => (
        <Button
          key={loginPath}
          block
          onClick={() => location.assign(`${loginPath}?return=${encodeURIComponent(returnTo)}`)}
        >
          {texts.continueWith} {name}
        </Button>
      ))}
      {providers
        .filter(({ demo }) => demo)
        .map(({ name }) => (
          <p key={name} className={styles.note}>
            {texts.demoAccounts(name)}
          </p>
        ))}
      <p className={styles.or}>{texts.or}</p>
    </div>
  );
}
