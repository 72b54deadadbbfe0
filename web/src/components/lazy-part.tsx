import { Component, Suspense } from 'react';
import { anythingAnswers } from '../lib/network.ts';
import { LoadError } from './load-error.tsx';

interface LazyPartProps {
  /** What is loaded, such as 'the drafts'. */
  readonly what: string;
  /** The placeholder while the code loads. */
  readonly waiting: React.ReactNode;
  /** Where the placeholder or the error is shown, if not in place of the part. */
  readonly frame?: (content: React.ReactNode) => React.ReactNode;
  /** A part of the page whose code is loaded when it is first shown. */
  readonly children: React.ReactNode;
}

/** Wraps parts that load lazily. If the code cannot be loaded, it shows an error, and Retry reloads the page. */
export class LazyPart extends Component<LazyPartProps, { readonly error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { what, waiting, frame = (content) => content, children } = this.props;
    const { error } = this.state;
    if (error !== null) return frame(<LoadError what={what} error={error} onRetry={() => void this.#restart()} />);
    return <Suspense fallback={frame(waiting)}>{children}</Suspense>;
  }

  /** The browser does not retry a failed import, so the page is reloaded. Without a connection a reload would leave no page at all. */
  async #restart() {
    if (await anythingAnswers()) location.reload();
    else this.setState(({ error }) => ({ error: new TypeError('nothing answers', { cause: error }) }));
  }
}
