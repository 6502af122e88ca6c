// The fields of the profile that are saved at once.

import { useState } from 'preact/hooks';
import type { InvestorView, ProfileChanges } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Form } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { ProfileField, type ProfileFieldName, storedValues, type Typed } from './profile-fields.tsx';
import { profileWords } from './profile-words.ts';

type Props = { me: InvestorView; fields: readonly ProfileFieldName[]; onSaved: () => void };

export function ProfileForm({ me, fields, onSaved }: Props) {
  const t = profileWords.value;
  const [typed, setTyped] = useState<Typed>(() => storedValues(me));
  const save = useAction((_once, body: ProfileChanges) => mortar.saveProfile({ body }));
  const submit = async () => {
    const filled = fields.flatMap((field) => (typed[field] ? [[field, typed[field]]] : []));
    // Border: the fields are those of the contract, and its words are the choices of the lists.
    if (await save.run(Object.fromEntries(filled) as ProfileChanges)) onSaved();
  };
  return (
    <Form
      label={t.fill}
      onSubmit={() => void submit()}
      error={save.error}
      action={
        <Button type="submit" look="primary" isRunning={save.isRunning}>
          {t.save}
        </Button>
      }
    >
      {fields.map((field) => (
        <ProfileField key={field} field={field} typed={typed} onTyped={setTyped} error={save.error} />
      ))}
      {save.result && (
        <Notice tone="good" isLive>
          <p>{t.saved}</p>
          <p>
            <ButtonLink href="/account/identity">{t.toIdentity}</ButtonLink>
          </p>
        </Notice>
      )}
    </Form>
  );
}
