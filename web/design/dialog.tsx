// Dialogs over the page.

import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import { giveFocusBack } from './focus.ts';
import { designWords } from './words.ts';

type DialogProps = {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** Buttons at its foot. */
  foot?: ComponentChildren;
  /** Stays until its own buttons end it. */
  isModalOnly?: boolean;
  /** Its foot has the button that closes it: no second one of that name in its head. */
  isClosedByFoot?: boolean;
  isWide?: boolean;
};

export function Dialog({ title, onClose, children, foot, isModalOnly, isClosedByFoot, isWide }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    const opener = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // Once the page is drawn without the dialog, and what it changed.
      setTimeout(() => giveFocusBack(opener));
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog${isWide ? ' wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isModalOnly) onClose();
      }}
    >
      <header>
        <h2 id={id} tabIndex={-1} autofocus>
          {title}
        </h2>
        {!isModalOnly && !isClosedByFoot && (
          <Button look="quiet" icon="close" iconOnly onClick={onClose}>
            {designWords.value.close}
          </Button>
        )}
      </header>
      <div class="dialog-body">{children}</div>
      {foot && <footer>{foot}</footer>}
    </dialog>
  );
}

/** Closes a dialog whose outcome is shown: keyboard focus goes on from here. */
export function CloseButton({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <Button look="primary" needs={null} buttonRef={button} onClick={onClose}>
      {designWords.value.close}
    </Button>
  );
}

/**
 * What was there when a dialog within an element was opened, until it is closed: rows that are read again meanwhile take neither the dialog
 * away nor the outcome that it shows.
 */
export function useHeld<T>(newest: T): { within: RefObject<HTMLDivElement | null>; held: T } {
  const within = useRef<HTMLDivElement>(null);
  const held = useRef(newest);
  if (!within.current?.querySelector('dialog[open]')) held.current = newest;
  return { within, held: held.current };
}
