// A button that undoes what somebody has ordered, behind one question: a withdrawal, a purchase, an offer.

import { useState } from 'preact/hooks';
import type { Action } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Refusal } from '../../design/feedback.tsx';

type Props<R> = {
  label: string;
  /** The question, what follows, and the button that does it. */
  ask: { title: string; text: string; confirm: string };
  act: Action<[], R>;
  onDone: (result: R) => void;
};

export function TakeBack<R>({ label, ask, act, onDone }: Props<R>) {
  const [isAsked, setAsked] = useState(false);
  const confirm = async () => {
    const result = await act.run();
    if (result === undefined) return;
    setAsked(false);
    onDone(result);
  };
  return (
    <>
      <p>
        <Button onClick={() => setAsked(true)}>{label}</Button>
      </p>
      {isAsked && (
        <Dialog
          title={ask.title}
          onClose={() => setAsked(false)}
          foot={
            <Button look="primary" isRunning={act.isRunning} onClick={() => void confirm()}>
              {ask.confirm}
            </Button>
          }
        >
          <p>{ask.text}</p>
          <Refusal error={act.error} />
        </Dialog>
      )}
    </>
  );
}
