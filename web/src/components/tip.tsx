import * as Tooltip from '@radix-ui/react-tooltip';
import styles from './tip.module.css';

const openDelayMs = 700;
const skipDelayMs = 300;

/** Around the app: once one tip was shown, the next ones near it come without delay. */
export function TipProvider({ children }: { readonly children: React.ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={openDelayMs} skipDelayDuration={skipDelayMs} disableHoverableContent>
      {children}
    </Tooltip.Provider>
  );
}

interface TipProps {
  readonly text: string;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** One control that takes a ref and the usual handlers: a button, a link, a button of antd. It keeps its own name. */
  readonly children: React.ReactElement;
}

/** Says on hover and focus what a control without words does. */
export function Tip({ text, side = 'top', children }: TipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className={styles.tip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
