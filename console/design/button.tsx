// Buttons, and links that look like them.

import type { ComponentChildren, Ref } from 'preact';
import { Icon, type IconName } from './icons.tsx';
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
  buttonRef?: Ref<HTMLButtonElement>;
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
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      ref={buttonRef ?? null}
      class={`button ${look}${iconOnly ? ' icon-only' : ''}`}
      disabled={disabled || isRunning}
      aria-busy={isRunning}
      aria-pressed={isPressed}
      title={rest.title ?? (iconOnly && typeof children === 'string' ? children : undefined)}
    >
      {icon && <Icon name={icon} />}
      <span class={iconOnly ? 'out-of-sight' : undefined}>{isRunning ? designWords.value.running : children}</span>
    </button>
  );
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
export function Id({ id, what = 'ID' }: { id: string; what?: string }) {
  return (
    <span class="id">
      <code title={id}>{id.slice(0, 8)}</code>
      <CopyButton text={id} what={what} />
    </span>
  );
}
