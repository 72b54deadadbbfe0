import { Component, Suspense } from 'react';
import { anythingAnswers } from '../lib/network.ts';
import { LoadError } from './load-error.tsx';

interface LazyPartProps {
  /** What it is: 'the drafts'. */
  readonly what: string;
  /** Its shape, while its code is on its way. */
  readonly waiting: React.ReactNode;
  /** A part of the page whose code is fetched when it is first shown. */
  readonly children: React.ReactNode;
}

/** Around what is not fetched with its page. Where it could not be, this says so, and Retry starts the page again. */
export class LazyPart extends Component<LazyPartProps, { readonly error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { what, waiting, children } = this.props;
    const { error } = this.state;
    if (error !== null) return <LoadError what={what} error={error} onRetry={() => void this.#restart()} />;
    return <Suspense fallback={waiting}>{children}</Suspense>;
  }

  /** The browser does not fetch the code again by itself. Nothing is left of the page where nothing answers. */
  async #restart() {
    if (await anythingAnswers()) location.reload();
    else this.setState(({ error }) => ({ error: new TypeError('nothing answers', { cause: error }) }));
  }
}
