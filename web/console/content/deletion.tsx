// The button that deletes something, and its dialog, which says what happens.

import { useState } from 'preact/hooks';
import { useAction } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Notice, Refusal } from '../../design/feedback.tsx';
import { designWords } from '../../design/words.ts';
import { formWords } from './form-words.ts';

type Props = {
  /** What it is, as its list names it. */
  name: string;
  /** What will be different afterwards. */
  consequence: string;
  /** Deletes it, or says in a sentence why it is still there; throws the refusal. */
  run: () => Promise<unknown>;
  onDone: () => void;
  /** Then `consequence` says what has to come first, and there is nothing to confirm. */
  isBlocked?: boolean;
};

export function Deletion({ name, consequence, run, onDone, isBlocked = false }: Props) {
  const t = formWords.value;
  const [isOpen, setOpen] = useState(false);
  const deletion = useAction(async () => {
    const refusal = await run();
    return { refusal: typeof refusal === 'string' && refusal !== '' ? refusal : undefined };
  });
  const close = () => {
    setOpen(false);
    deletion.reset();
  };
  const remove = async () => {
    const done = await deletion.run();
    if (done === undefined || done.refusal !== undefined) return;
    close();
    onDone();
  };
  return (
    <>
      <Button look="quiet" fullName={t.deletionOf(name)} onClick={() => setOpen(true)}>
        {t.remove}
      </Button>
      {isOpen && (
        <Dialog
          title={t.deletionOf(name)}
          onClose={close}
          isClosedByFoot={isBlocked}
          foot={
            <>
              <Button onClick={close}>{isBlocked ? designWords.value.close : designWords.value.cancel}</Button>
              {!isBlocked && (
                <Button look="danger" isRunning={deletion.isRunning} onClick={() => void remove()}>
                  {t.removeForGood}
                </Button>
              )}
            </>
          }
        >
          <p>{consequence}</p>
          {deletion.result?.refusal && (
            <Notice tone="bad" isLive>
              {deletion.result.refusal}
            </Notice>
          )}
          <Refusal error={deletion.error} />
        </Dialog>
      )}
    </>
  );
}
