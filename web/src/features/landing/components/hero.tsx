import { PlainButton, PlainLink } from '../../../components/plain-button.tsx';
import { registerPath } from '../../../config/paths.ts';
import { texts } from '../texts.ts';
import styles from './hero.module.css';

const words = texts.hero;
/** `npm run pictures` takes this screenshot from the running product. */
const picture = { width: 1248, height: 765, alt: words.picture } as const;

interface HeroProps {
  readonly onDiscover: () => void;
  readonly waitlist: React.ReactNode;
}

/** The introduction: what Earshot is, the waitlist form, and a screenshot in the current theme. */
export function Hero({ onDiscover, waitlist }: HeroProps) {
  const [before, site] = words.headline;
  return (
    <section className={styles.hero} aria-labelledby="headline">
      <p className={styles.badge}>{words.badge}</p>
      <h1 id="headline" className={styles.headline}>
        {before} <span className={styles.site}>{site}</span>
      </h1>
      <p className={styles.description}>{words.description}</p>
      <div className={styles.waitlist}>{waitlist}</div>
      <div className={styles.actions}>
        <PlainLink className={styles.start ?? ''} href={registerPath}>
          {words.start}
        </PlainLink>
        <PlainButton className={styles.scripted ?? ''} onClick={onDiscover}>
          {texts.discover}
        </PlainButton>
        <PlainLink href="#demo">{words.demo}</PlainLink>
      </div>
      <figure className={styles.figure}>
        <img className={styles.light} src="/product-light.webp" {...picture} loading="lazy" decoding="async" />
        <img className={styles.dark} src="/product-dark.webp" {...picture} loading="lazy" decoding="async" />
        <figcaption className={styles.subtitle}>{words.subtitle}</figcaption>
      </figure>
    </section>
  );
}
