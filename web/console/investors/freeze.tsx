// Freezes and unfreezes an account: with a reason, which the log keeps.

import { useState } from 'preact/hooks';
import type { AdministrationCustomer } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Form, faultOf } from '../../design/form.tsx';
import { designWords } from '../../design/words.ts';
import { mortar } from '../core/api.ts';
import { nameOf } from './person.ts';
import { investorWords } from './words.ts';

type Props = { person: AdministrationCustomer; onDone: () => void };

export function FreezeButton({ person, onDone }: Props) {
  const t = investorWords.value;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look={person.frozen ? 'plain' : 'danger'} onClick={() => setOpen(true)}>
        {person.frozen ? t.unfreeze : t.freeze}
      </Button>
      {isOpen && (
        <FreezeDialog
          person={person}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            onDone();
          }}
        />
      )}
    </>
  );
}

function FreezeDialog({ person, onDone, onClose }: Props & { onClose: () => void }) {
  const t = investorWords.value;
  const [reason, setReason] = useState('');
  const frozen = !person.frozen;
  const action = useAction((_once, given: string) =>
    mortar.updateCustomer({ path: { id: person.id }, body: { frozen, reason: given } }),
  );
  const submit = async () => {
    if ((await action.run(reason.trim())) !== undefined) onDone();
  };
  const name = nameOf(person);
  return (
    <Dialog title={frozen ? t.freeze : t.unfreeze} onClose={onClose}>
      <p>{frozen ? t.freezeText(name) : t.unfreezeText(name)}</p>
      <Form
        label={frozen ? t.freeze : t.unfreeze}
        onSubmit={() => void submit()}
        error={action.error}
        action={
          <>
            <Button
              type="submit"
              look={frozen ? 'danger' : 'primary'}
              isRunning={action.isRunning}
              disabled={reason.trim() === ''}
            >
              {frozen ? t.freeze : t.unfreeze}
            </Button>
            <Button onClick={onClose}>{designWords.value.cancel}</Button>
          </>
        }
      >
        <Field
          label={t.reason}
          hint={t.reasonHint}
          value={reason}
          onInput={setReason}
          lines={3}
          maxLength={1_000}
          isRequired
          autoFocus
          fault={faultOf(action.error, 'reason')}
        />
      </Form>
    </Dialog>
  );
}
