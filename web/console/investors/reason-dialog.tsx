// A dialog that does something to an account for a reason, which the log keeps.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Action } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Form, faultOf } from '../../design/form.tsx';
import { designWords } from '../../design/words.ts';

type Props = {
  /** Of the dialog and of the button that does it. */
  label: string;
  look: 'primary' | 'danger';
  reason: { label: string; hint: string };
  act: Action<[reason: string], unknown>;
  onDone: () => void;
  onClose: () => void;
  /** What it does. */
  children: ComponentChildren;
};

export function ReasonDialog({ label, look, reason, act, onDone, onClose, children }: Props) {
  const [given, setGiven] = useState('');
  const submit = async () => {
    if ((await act.run(given.trim())) !== undefined) onDone();
  };
  return (
    <Dialog title={label} onClose={onClose}>
      {children}
      <Form
        label={label}
        onSubmit={() => void submit()}
        error={act.error}
        action={
          <>
            <Button type="submit" look={look} isRunning={act.isRunning} disabled={given.trim() === ''}>
              {label}
            </Button>
            <Button onClick={onClose}>{designWords.value.cancel}</Button>
          </>
        }
      >
        <Field
          label={reason.label}
          hint={reason.hint}
          value={given}
          onInput={setGiven}
          lines={3}
          maxLength={1_000}
          isRequired
          autoFocus
          fault={faultOf(act.error, 'reason')}
        />
      </Form>
    </Dialog>
  );
}
