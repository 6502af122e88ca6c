// The button and the dialog that stand before every movement of money.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { dryRunOf, MortarError, type Permission } from '../../../clients/typescript/src/index.ts';
import { type Once, useAction } from '../../core/action.ts';
import { useLatest, useQuery } from '../../core/query.ts';
import { WaitsForApproval } from '../../core/waits.ts';
import { Button } from '../../design/button.tsx';
import { CloseButton, Dialog } from '../../design/dialog.tsx';
import { Notice, Refusal } from '../../design/feedback.tsx';
import { isTyping } from '../../design/keys.ts';
import { Needs } from '../../design/permissions.tsx';
import { Money } from '../../design/values.tsx';
import { designWords } from '../../design/words.ts';
import { to } from '../addresses.ts';
import { DryRunView } from './dry-run.tsx';
import { dryRunWords } from './dry-run-words.ts';

/** What an action made: where it stands, and whether the provider has yet to confirm it. */
export type Made = { href?: string | undefined; sentence: ComponentChildren; isPending?: boolean; heading?: string };

type MoneyActionProps<R> = {
  /** Which action on which record, `retry-line 9b2f…`: without an answer, the same one repeats its request under the same key. */
  name: string;
  /** On the button: with amount and receiver, `Virer 1 250,00 € à SCI Vauban`. */
  label: string;
  title: string;
  amountCents: number;
  receiver: ComponentChildren;
  /** What will be different afterwards. */
  consequence: ComponentChildren;
  /** On the button of the dialog, again with the amount. */
  confirm: string;
  /** Sends it; spread `once` into the call. */
  run: (once: Once) => Promise<R>;
  made: (result: R) => Made;
  /** After it was done, to read the page anew. */
  onDone?: (result: R) => void;
  /**
   * After it was sent and its outcome was read, whatever that was: the page reads its state anew. `isUsed`: it was done, or is under way,
   * so that a form starts anew.
   */
  onClosed?: (isUsed: boolean) => void;
  look?: 'primary' | 'plain' | 'danger';
  isDisabled?: boolean;
  /** Default: `money.write`. */
  needs?: Permission;
  /** A key that opens the dialog, whose button then has the focus: the space bar confirms. */
  shortcut?: string;
  /** It sends several requests, one after another: what they would do is not computed together. */
  isOfMany?: true;
  /** More to be said or chosen before. */
  children?: ComponentChildren;
};

/**
 * A button that moves money. Its dialog repeats amount and receiver, names the consequence, and takes a click or the space bar: Enter
 * alone confirms nothing. While it runs it is disabled; afterwards it shows the record.
 */
export function MoneyAction<R>(props: MoneyActionProps<R>) {
  const [isOpen, setOpen] = useState<'by-hand' | 'by-key' | undefined>(undefined);
  const { label, look = 'primary', isDisabled, needs = 'money.write', shortcut } = props;
  useShortcut(isDisabled ? undefined : shortcut, () => setOpen('by-key'));
  return (
    <Needs permission={needs}>
      <Button look={look} needs={needs} disabled={isDisabled} onClick={() => setOpen('by-hand')} title={shortcut}>
        {label}
      </Button>
      {isOpen && <MoneyDialog {...props} isByKey={isOpen === 'by-key'} onClose={() => setOpen(undefined)} />}
    </Needs>
  );
}

/** Presses for who works by keyboard; not while they type, or a dialog has the keyboard. */
function useShortcut(shortcut: string | undefined, press: () => void): void {
  const latest = useLatest(press);
  useEffect(() => {
    if (shortcut === undefined) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== shortcut || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [shortcut]);
}

function MoneyDialog<R>(props: MoneyActionProps<R> & { isByKey: boolean; onClose: () => void }) {
  const {
    name,
    title,
    amountCents,
    receiver,
    consequence,
    confirm,
    run,
    made,
    onDone,
    onClosed,
    onClose,
    look = 'primary',
    isByKey,
    children,
  } = props;
  const confirmButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isByKey) confirmButton.current?.focus();
  }, []);
  // Opened again after an answer that never came, it is the same request; with another amount it is another one.
  const action = useAction((once, ..._of: [amountCents: number]) => run(once), name);
  const send = async () => {
    const result = await action.run(amountCents);
    if (result !== undefined) onDone?.(result);
  };
  const notKnown = notKnownYet(action.error);
  const outcome = action.result === undefined ? notKnown : made(action.result);
  const close = () => {
    if (action.isRunning) return;
    onClose();
    if (outcome !== undefined || action.error !== undefined) onClosed?.(outcome !== undefined);
  };
  return (
    <Dialog
      title={title}
      onClose={close}
      isClosedByFoot={outcome !== undefined}
      foot={
        outcome ? (
          <>
            {outcome.href && (
              <a class="button plain" href={outcome.href}>
                {designWords.value.openRecord}
              </a>
            )}
            <CloseButton onClose={close} />
          </>
        ) : (
          <>
            <Button onClick={close} disabled={action.isRunning}>
              {designWords.value.cancel}
            </Button>
            <Button look={look} isRunning={action.isRunning} onClick={send} onKeyDown={takeNoEnter} buttonRef={confirmButton}>
              {confirm}
            </Button>
          </>
        )
      }
    >
      {outcome ? (
        <Notice tone={outcome.isPending ? 'info' : 'good'} isLive>
          <p class="strong">{outcome.heading ?? (outcome.isPending ? designWords.value.pending : designWords.value.done)}</p>
          <p>{outcome.sentence}</p>
        </Notice>
      ) : (
        <>
          <dl class="money-summary">
            <div>
              <dt>{designWords.value.amount}</dt>
              <dd class="large">
                <Money cents={amountCents} />
              </dd>
            </div>
            <div>
              <dt>{designWords.value.receiver}</dt>
              <dd>{receiver}</dd>
            </div>
            <div>
              <dt>{designWords.value.whatHappens}</dt>
              <dd>{consequence}</dd>
            </div>
          </dl>
          {children}
          {!props.isOfMany && <WhatWouldHappen name={`${name} ${amountCents}`} run={run} />}
          <Refusal error={action.error} />
          <p class="hint">{designWords.value.confirmHint}</p>
        </>
      )}
    </Dialog>
  );
}

/** What the request would do, computed by the service itself when somebody wants to see it. A refusal is said before it is met. */
function WhatWouldHappen<R>({ name, run }: { name: string; run: (once: Once) => Promise<R> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="what-would-happen" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{dryRunWords.value.title}</summary>
      {isOpen && <WouldHappen name={name} run={run} />}
    </details>
  );
}

function WouldHappen<R>({ name, run }: { name: string; run: (once: Once) => Promise<R> }) {
  const t = dryRunWords.value;
  const looked = useQuery(['dry-run', name], async () => ({ would: await dryRunOf(run) }));
  if (looked.error) return <Refusal error={looked.error} />;
  if (!looked.data) return <p class="soft">{t.looking}</p>;
  return looked.data.would ? <DryRunView of={looked.data.would} /> : <p class="soft">{t.notComputed}</p>;
}

/** Ordered, and nobody knows yet what becomes of it, or not ordered before somebody approves: it is pending, not refused. */
function notKnownYet(error: unknown): Made | undefined {
  if (error instanceof WaitsForApproval) {
    const { waits, waitsText } = designWords.value;
    return { heading: waits, sentence: waitsText, href: to.approval(error.approvalId), isPending: true };
  }
  if (!(error instanceof MortarError) || error.openPaymentId === undefined) return undefined;
  return { sentence: designWords.value.notKnown, href: to.payment(error.openPaymentId), isPending: true };
}

function takeNoEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
