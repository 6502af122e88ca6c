// Freezes and unfreezes an account: with a reason, which the log keeps.

import { useState } from 'preact/hooks';
import type { AdministrationCustomer } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { mortar } from '../core/api.ts';
import { nameOf } from './person.ts';
import { ReasonDialog } from './reason-dialog.tsx';
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
  const frozen = !person.frozen;
  const action = useAction((_once, reason: string) =>
    mortar.updateCustomer({ path: { id: person.id }, body: { frozen, reason } }),
  );
  const name = nameOf(person);
  return (
    <ReasonDialog
      label={frozen ? t.freeze : t.unfreeze}
      look={frozen ? 'danger' : 'primary'}
      reason={{ label: t.reason, hint: t.reasonHint }}
      act={action}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{frozen ? t.freezeText(name) : t.unfreezeText(name)}</p>
    </ReasonDialog>
  );
}
