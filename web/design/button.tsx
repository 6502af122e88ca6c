// Buttons, and links that look like them.

import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Permission } from '../../clients/typescript/src/index.ts';
import { isTakenOver } from '../core/taken-over.ts';
import { giveFocusBack } from './focus.ts';
import { Icon, type IconName } from './icons.tsx';
import { useLack } from './permissions.tsx';
import { designWords } from './words.ts';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

type Common = {
  children: ComponentChildren;
  look?: Look | undefined;
  icon?: IconName | undefined;
  /** Shows only the icon; the words stay its name. */
  iconOnly?: boolean;
};

type ButtonProps = Common & {
  onClick?: (event: MouseEvent) => void;
  type?: 'button' | 'submit';
  disabled?: boolean | undefined;
  /** Disabled, and says so. */
  isRunning?: boolean | undefined;
  isPressed?: boolean | undefined;
  title?: string | undefined;
  /** Its words with what it is for, `Modifier SPV Lilas`, where a page has several of its kind. */
  fullName?: string | undefined;
  /**
   * The permission of what it does, in place of that of the page around it; null: it only shows something. A button acts where it submits,
   * is the primary one or a danger; without the permission it is disabled, and says why. Until the page is taken over it is disabled too.
   */
  needs?: Permission | null;
  buttonRef?: RefObject<HTMLButtonElement | null>;
  onKeyDown?: (event: KeyboardEvent) => void;
};

export function Button({
  look = 'plain',
  icon,
  iconOnly,
  children,
  isRunning,
  isPressed,
  disabled,
  buttonRef,
  fullName,
  needs,
  ...rest
}: ButtonProps) {
  const own = useRef<HTMLButtonElement>(null);
  const button = buttonRef ?? own;
  const isAct = needs !== undefined || rest.type === 'submit' || look === 'primary' || look === 'danger';
  const lack = useLack(isAct ? needs : null);
  useFocusWhileOff(button, disabled === true || isRunning === true);
  // A press that nobody hears would be lost.
  const isEarly = isAct && !isTakenOver.value;
  return (
    <button
      type="button"
      {...rest}
      ref={button}
      class={`button ${look}${iconOnly ? ' icon-only' : ''}${isEarly ? ' early' : ''}`}
      disabled={disabled || isRunning || isEarly || lack !== undefined}
      aria-busy={isRunning}
      aria-pressed={isPressed}
      aria-label={isRunning ? undefined : fullName}
      title={lack ?? rest.title ?? fullName ?? (iconOnly && typeof children === 'string' ? children : undefined)}
    >
      {icon && <Icon name={icon} />}
      <span class={iconOnly ? 'out-of-sight' : undefined}>{isRunning ? designWords.value.running : children}</span>
    </button>
  );
}

/** A button that is disabled, as while it runs, loses the focus: it has it again afterwards, where nothing else took it meanwhile. */
function useFocusWhileOff(button: RefObject<HTMLButtonElement | null>, isOff: boolean): void {
  useLayoutEffect(() => {
    if (!isOff || document.activeElement !== button.current) return undefined;
    const { current } = button;
    let isTaken = false;
    const take = () => {
      isTaken = true;
    };
    addEventListener('focusin', take);
    return () => {
      removeEventListener('focusin', take);
      // Once it is drawn as enabled.
      if (!isTaken) setTimeout(() => giveFocusBack(current));
    };
  }, [isOff]);
}

/** A link in the shape of a button, for what leads somewhere. */
export function ButtonLink({ look = 'plain', icon, iconOnly, children, href }: Common & { href: string }) {
  return (
    <a class={`button ${look}${iconOnly ? ' icon-only' : ''}`} href={href}>
      {icon && <Icon name={icon} />}
      <span class={iconOnly ? 'out-of-sight' : undefined}>{children}</span>
    </a>
  );
}

/** Copies an id with one click and says so. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const copy = async (event: MouseEvent) => {
    const button = event.currentTarget as HTMLButtonElement;
    await navigator.clipboard.writeText(text);
    button.dataset.copied = 'yes';
    setTimeout(() => delete button.dataset.copied, 1_500);
  };
  return (
    <button
      type="button"
      class="copy"
      title={designWords.value.copy(what)}
      aria-label={designWords.value.copy(what)}
      onClick={copy}
    >
      <Icon name="copy" />
      <Icon name="check" />
    </button>
  );
}

/** An id in short, whole on hover, to be copied. */
export function Id({ id, what = designWords.value.theId }: { id: string; what?: string }) {
  return (
    <span class="id">
      <code title={id}>{id.slice(0, 8)}</code>
      <CopyButton text={id} what={what} />
    </span>
  );
}
