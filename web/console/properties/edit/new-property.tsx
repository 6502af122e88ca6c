// Creates a draft with its name and contract; the rest is edited on its own page.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { NewProperty } from '../../../../clients/typescript/src/index.ts';
import { useAction } from '../../../core/action.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Field, Form, faultOf } from '../../../design/form.tsx';
import { designWords } from '../../../design/words.ts';
import { to } from '../../addresses.ts';
import { mortar } from '../../core/api.ts';
import { propertyWords } from '../words.ts';
import { editWords } from './words.ts';

type Contract = NewProperty['investorContractType'];

export function NewPropertyDialog({ onClose }: { onClose: () => void }) {
  const t = editWords.value;
  const { contracts } = propertyWords.value;
  const { route } = useLocation();
  const [name, setName] = useState('');
  const [contract, setContract] = useState<Contract>('obligation');
  const creation = useAction((once, body: NewProperty) => mortar.createProperty({ body, ...once }));
  const create = async () => {
    const made = await creation.run({ name: name.trim(), investorContractType: contract });
    if (made) route(to.property(made.id, 'edit'));
  };
  return (
    <Dialog title={t.newTitle} onClose={onClose}>
      <p class="soft">{t.newText}</p>
      <Form
        onSubmit={() => void create()}
        error={creation.error}
        action={
          <>
            <Button type="submit" look="primary" isRunning={creation.isRunning} disabled={name.trim() === ''}>
              {t.create}
            </Button>
            <Button onClick={onClose}>{designWords.value.cancel}</Button>
          </>
        }
      >
        <Field
          label={t.newName}
          value={name}
          onInput={setName}
          maxLength={200}
          isRequired
          fault={faultOf(creation.error, 'name')}
        />
        <Field
          label={t.newContract}
          value={contract}
          // Border: the choices are those of the contract.
          onInput={(value) => setContract(value as Contract)}
          choices={Object.entries(contracts).map(([value, label]) => ({ value, label }))}
        />
      </Form>
    </Dialog>
  );
}
