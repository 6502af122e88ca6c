// What an owner does about administrators: invites, changes roles, and, after a question, signs out, removes, cancels.

import { useState } from 'preact/hooks';
import type { Administrator, AdministratorRole } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Refusal } from '../../design/feedback.tsx';
import { Checkbox, Field, Form, faultOf } from '../../design/form.tsx';
import { designWords } from '../../design/words.ts';
import { mortar } from '../core/api.ts';
import { permissionWords } from '../design/permission-words.ts';
import { administratorWords } from './words.ts';

type Props = { onClose: () => void; onDone: () => void };
type Chosen = ReadonlySet<AdministratorRole>;

// Border: Object.keys forgets the names of the roles.
const roleNames = () => Object.keys(administratorWords.value.whatRolesDo) as AdministratorRole[];

function RoleChoice({
  chosen,
  onChange,
  kept,
}: {
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  kept?: AdministratorRole;
}) {
  const t = administratorWords.value;
  const toggle = (role: AdministratorRole, isChosen: boolean) =>
    onChange(new Set(isChosen ? [...chosen, role] : [...chosen].filter((each) => each !== role)));
  return (
    <fieldset class="role-choice">
      <legend>{t.roles}</legend>
      {roleNames().map((role) => (
        <Checkbox
          key={role}
          label={permissionWords.value.roles[role]}
          hint={role === kept ? t.lastOwner : t.whatRolesDo[role]}
          isChecked={chosen.has(role)}
          isDisabled={role === kept}
          onChange={(isChosen) => toggle(role, isChosen)}
        />
      ))}
    </fieldset>
  );
}

/** `known`: somebody who was here, or whose invitation is to be sent again. */
export function InviteDialog({ known = '', onClose, onDone }: Props & { known?: string }) {
  const t = administratorWords.value;
  const [email, setEmail] = useState(known);
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const inviting = useAction((_once, to: string, roles: AdministratorRole[]) =>
    mortar.inviteAdministrator({ body: { email: to, roles } }),
  );
  const submit = async () => {
    if (await inviting.run(email.trim(), [...chosen])) onDone();
  };
  return (
    <Dialog title={t.inviteTitle} onClose={onClose}>
      <p>{t.inviteText}</p>
      <Form
        label={t.inviteTitle}
        onSubmit={() => void submit()}
        error={inviting.error}
        action={
          <>
            <Button
              type="submit"
              look="primary"
              isRunning={inviting.isRunning}
              disabled={email.trim() === '' || chosen.size === 0}
            >
              {t.invite}
            </Button>
            <Button onClick={onClose}>{designWords.value.cancel}</Button>
          </>
        }
      >
        <Field
          label={t.email}
          type="email"
          value={email}
          onInput={setEmail}
          isRequired
          maxLength={254}
          fault={faultOf(inviting.error, 'email')}
        />
        <RoleChoice chosen={chosen} onChange={setChosen} />
      </Form>
    </Dialog>
  );
}

export function RolesDialog({ of, onClose, onDone }: Props & { of: Administrator }) {
  const t = administratorWords.value;
  const before = of.roles.map(({ role }) => role);
  const [chosen, setChosen] = useState<Chosen>(new Set(before));
  const give = [...chosen].filter((role) => !before.includes(role));
  const take = before.filter((role) => !chosen.has(role));
  const saving = useAction((_once, given: AdministratorRole[], taken: AdministratorRole[]) =>
    mortar.changeAdministratorRoles({
      path: { administratorId: of.id },
      body: { ...(given.length > 0 ? { give: given } : {}), ...(taken.length > 0 ? { take: taken } : {}) },
    }),
  );
  const submit = async () => {
    if (await saving.run(give, take)) onDone();
  };
  const isChanged = give.length + take.length > 0;
  return (
    <Dialog title={t.rolesOf(of.name)} onClose={onClose}>
      <p>{t.rolesText}</p>
      <Form
        label={t.rolesOf(of.name)}
        onSubmit={() => void submit()}
        error={saving.error}
        action={
          <>
            <Button type="submit" look="primary" isRunning={saving.isRunning} disabled={!isChanged || chosen.size === 0}>
              {t.save}
            </Button>
            <Button onClick={onClose}>{designWords.value.cancel}</Button>
          </>
        }
      >
        <RoleChoice chosen={chosen} onChange={setChosen} {...(of.isLastOwner ? { kept: 'owner' as const } : {})} />
      </Form>
    </Dialog>
  );
}

type QuestionProps = Props & { title: string; text: string; confirm: string; run: () => Promise<unknown> };

/** Asks before something ends. */
export function QuestionDialog({ title, text, confirm, run, onClose, onDone }: QuestionProps) {
  const ending = useAction(async () => {
    await run();
    return true;
  });
  const end = async () => {
    if (await ending.run()) onDone();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{designWords.value.cancel}</Button>
          <Button look="danger" isRunning={ending.isRunning} onClick={() => void end()}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <Refusal error={ending.error} />
    </Dialog>
  );
}
