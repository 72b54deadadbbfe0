import { PlainButton, PlainLink } from '../../../components/plain-button.tsx';
import { registerPath } from '../../../config/paths.ts';
import { texts } from '../texts.ts';
import styles from './hero.module.css';

const words = texts.hero;
/** `npm run pictures` takes these screenshots from the running product, the small one at the width of a phone. */
const picture = { width: 1248, height: 765, alt: words.picture } as const;
const small = { width: 716, height: 1280, media: '(max-width: 639px)' } as const;

interface HeroProps {
  readonly onDiscover: () => void;
  readonly waitlist: React.ReactNode;
}

/**
 * The introduction: what Earshot is, and a screenshot in the current theme. Its primary action is to start, or to join
 * the waitlist while visitors cannot register.
 */
export function Hero({ onDiscover, waitlist }: HeroProps) {
  const [before, site] = words.headline;
  return (
    <section className={styles.hero} aria-labelledby="headline">
      <p className={styles.badge}>{words.badge}</p>
      <h1 id="headline" className={styles.headline}>
        {before} <span className={styles.site}>{site}</span>
      </h1>
      <p className={styles.description}>{words.description}</p>
      <div className={styles.actions}>
        <PlainLink look="primary" className={styles.start ?? ''} href={registerPath}>
          {words.start}
        </PlainLink>
        <PlainButton className={styles.scripted ?? ''} onClick={onDiscover}>
          {texts.discover}
        </PlainButton>
        <PlainLink href="#demo">{words.demo}</PlainLink>
      </div>
      <div className={styles.waitlist}>{waitlist}</div>
      <figure className={styles.figure}>
        <Screenshot theme="light" />
        <Screenshot theme="dark" />
        <figcaption className={styles.subtitle}>{words.subtitle}</figcaption>
      </figure>
    </section>
  );
}

function Screenshot({ theme }: { readonly theme: 'light' | 'dark' }) {
  return (
    <picture className={styles[theme]}>
      <source srcSet={`/product-${theme}-small.webp`} {...small} />
      <img src={`/product-${theme}.webp`} {...picture} loading="lazy" decoding="async" />
    </picture>
  );
}
