// Takes back what changed a schedule, after a dialog that says what goes.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Once } from '../../../core/action.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Refusal } from '../../../design/feedback.tsx';
import { designWords } from '../../../design/words.ts';
import { useDone } from './change.ts';

type Props = {
  /** On the button. */
  label: string;
  title: string;
  /** What goes, and what follows. */
  children: ComponentChildren;
  /** On the button of the dialog; absent: `label`. */
  confirm?: string;
  remove: (once: Once) => Promise<unknown>;
  then: () => void;
};

export function Removal({ label, title, children, confirm = label, remove, then }: Props) {
  const [isOpen, setOpen] = useState(false);
  const removal = useDone(remove, () => {
    setOpen(false);
    then();
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {isOpen && (
        <Dialog
          title={title}
          isClosedByFoot
          onClose={() => setOpen(false)}
          foot={
            <>
              <Button onClick={() => setOpen(false)}>{designWords.value.close}</Button>
              <Button look="danger" isRunning={removal.isRunning} onClick={() => void removal.run()}>
                {confirm}
              </Button>
            </>
          }
        >
          <p>{children}</p>
          <Refusal error={removal.error} />
        </Dialog>
      )}
    </>
  );
}
