// A project owner, new or changed.

import { useState } from 'preact/hooks';
import type { NewProjectOwner, ProjectOwner } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Form, faultOf } from '../../design/form.tsx';
import { designWords } from '../../design/words.ts';
import { mortar } from '../core/api.ts';
import { contentWords } from './words.ts';

export function nameOf({ firstname, lastname }: { firstname: string; lastname: string }): string {
  return `${firstname} ${lastname}`;
}

type Props = { owner: ProjectOwner | undefined; onClose: () => void; onDone: (owner: { id: string }) => void };

export function OwnerDialog({ owner, onClose, onDone }: Props) {
  const t = contentWords.value;
  const [typed, setTyped] = useState({
    firstname: owner?.firstname ?? '',
    lastname: owner?.lastname ?? '',
    email: owner?.email ?? '',
    phoneNumber: owner?.phoneNumber ?? '',
  });
  const saving = useAction(async (_once, body: NewProjectOwner) => {
    if (owner === undefined) return (await mortar.createProjectOwner({ body })).value;
    await mortar.updateProjectOwner({ path: { projectOwnerId: owner.id }, body });
    return owner;
  });
  const save = async () => {
    const { phoneNumber, ...rest } = typed;
    const saved = await saving.run({ ...rest, ...(phoneNumber.trim() ? { phoneNumber } : {}) });
    if (saved) onDone(saved);
  };
  const field = (name: keyof typeof typed, label: string, type: 'text' | 'email' | 'tel' = 'text') => (
    <Field
      label={label}
      type={type}
      value={typed[name]}
      fault={faultOf(saving.error, name)}
      isRequired={name !== 'phoneNumber'}
      onInput={(value) => setTyped({ ...typed, [name]: value })}
    />
  );
  const title = owner ? t.editOf(nameOf(owner)) : t.newOwner;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        label={title}
        onSubmit={() => void save()}
        error={saving.error}
        action={
          <>
            <Button type="submit" look="primary" isRunning={saving.isRunning}>
              {t.save}
            </Button>
            <Button onClick={onClose}>{designWords.value.cancel}</Button>
          </>
        }
      >
        {field('firstname', t.firstname)}
        {field('lastname', t.lastname)}
        {field('email', t.email, 'email')}
        {field('phoneNumber', t.phone, 'tel')}
      </Form>
    </Dialog>
  );
}
