// A button whose dialog says what will happen, asks for a word where one is needed, and shows the outcome.

import { useState } from 'preact/hooks';
import { type Once, useAction } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { CloseButton, Dialog } from '../../design/dialog.tsx';
import { Notice, Refusal, type Tone } from '../../design/feedback.tsx';
import { Field } from '../../design/form.tsx';
import { designWords } from '../../design/words.ts';

type Props<R> = {
  /** Which action on which record: without an answer, the same one repeats its request under the same key. */
  name: string;
  label: string;
  /** Which record, in words, where a page has several buttons of this label. */
  of?: string;
  consequence: string;
  /** Asks for a comment, and waits for it. */
  comment?: { label: string; hint: string };
  run: (once: Once, comment: string) => Promise<R>;
  made: (result: R) => { tone: Tone; sentence: string };
  onClosed: () => void;
};

export function ConfirmedAction<R>(props: Props<R>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" fullName={props.of && `${props.label}, ${props.of}`} onClick={() => setOpen(true)}>
        {props.label}
      </Button>
      {isOpen && <ConfirmDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ConfirmDialog<R>({
  name,
  label,
  of,
  consequence,
  comment,
  run,
  made,
  onClosed,
  onClose,
}: Props<R> & { onClose: () => void }) {
  const [text, setText] = useState('');
  const action = useAction((once, typed: string) => run(once, typed), name);
  const outcome = action.result === undefined ? undefined : made(action.result);
  const close = () => {
    if (action.isRunning) return;
    onClose();
    // What was refused may have changed meanwhile.
    if (outcome || action.error !== undefined) onClosed();
  };
  return (
    <Dialog
      title={label}
      onClose={close}
      isClosedByFoot={outcome !== undefined}
      foot={
        outcome ? (
          <CloseButton onClose={close} />
        ) : (
          <>
            <Button onClick={close} disabled={action.isRunning}>
              {designWords.value.cancel}
            </Button>
            <Button
              look="primary"
              isRunning={action.isRunning}
              disabled={comment !== undefined && text.trim() === ''}
              onClick={() => void action.run(text.trim())}
            >
              {label}
            </Button>
          </>
        )
      }
    >
      {outcome ? (
        <Notice tone={outcome.tone} isLive>
          <p>{outcome.sentence}</p>
        </Notice>
      ) : (
        <>
          {of && <p class="strong">{of}</p>}
          <p>{consequence}</p>
          {comment && (
            <Field
              label={comment.label}
              hint={comment.hint}
              value={text}
              onInput={setText}
              lines={3}
              maxLength={1_000}
              isRequired
            />
          )}
          <Refusal error={action.error} />
        </>
      )}
    </Dialog>
  );
}
