import * as Tooltip from '@radix-ui/react-tooltip';
import { useState } from 'react';
import styles from './tip.module.css';

const openDelayMs = 700;
const skipDelayMs = 300;

/** Wraps the app: after one tooltip was shown, the next ones open without delay. */
export function TipProvider({ children }: { readonly children: React.ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={openDelayMs} skipDelayDuration={skipDelayMs} disableHoverableContent>
      {children}
    </Tooltip.Provider>
  );
}

interface TipProps {
  /** Undefined: no tooltip. */
  readonly text: string | undefined;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** One control that takes a ref and event handlers, such as a button or a link. It keeps its accessible name. */
  readonly children: React.ReactElement;
}

/**
 * A tooltip on hover and focus that describes a control without text, or explains why one is not available. A press on such a
 * control shows it too, because touch screens have no hover.
 */
export function Tip({ text, side = 'top', children }: TipProps) {
  const [isOpen, setIsOpen] = useState(false);
  const onClick = (event: React.MouseEvent) => {
    // A press closes the tooltip unless the control refuses it.
    if (event.defaultPrevented) setIsOpen(true);
  };
  return (
    <Tooltip.Root open={isOpen && text !== undefined} onOpenChange={setIsOpen}>
      <Tooltip.Trigger asChild onClick={onClick}>
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className={styles.tip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
