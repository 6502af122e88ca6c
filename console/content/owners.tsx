// Project owners: who borrows, and how to reach them.

import { useState } from 'preact/hooks';
import type { NewProjectOwner, ProjectOwner } from '../../clients/typescript/src/index.ts';
import { useAction } from '../core/action.ts';
import { mortar } from '../core/api.ts';
import { useQuery, wholeList } from '../core/query.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Field, Form, faultOf } from '../design/form.tsx';
import { type Column, Table } from '../design/table.tsx';
import { Instant } from '../design/values.tsx';
import { designWords } from '../design/words.ts';
import { Frame } from './frame.tsx';
import { contentWords } from './words.ts';

export function OwnersTab() {
  const t = contentWords.value;
  const [edited, setEdited] = useState<ProjectOwner | 'new' | undefined>(undefined);
  const owners = useQuery(['owners'], (signal) => mortar.listProjectOwners({ signal }));
  const done = () => {
    setEdited(undefined);
    owners.reload();
  };
  return (
    <Frame
      tab="owners"
      action={
        <Button look="primary" onClick={() => setEdited('new')}>
          {t.newOwner}
        </Button>
      }
    >
      <Table
        label={t.tabs.owners}
        columns={columns(setEdited)}
        list={wholeList(owners, (rows) => rows)}
        keyOf={({ id }) => id}
        empty={{ title: t.noOwner, text: t.noOwnerText }}
        csv="mortar-porteurs"
      />
      {edited && <OwnerDialog owner={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} onDone={done} />}
    </Frame>
  );
}

function columns(onEdit: (owner: ProjectOwner) => void): Column<ProjectOwner>[] {
  const t = contentWords.value;
  return [
    { id: 'name', title: t.name, cell: (owner) => <span class="strong">{nameOf(owner)}</span>, text: nameOf },
    { id: 'email', title: t.email, cell: ({ email }) => email, text: ({ email }) => email },
    { id: 'phone', title: t.phone, cell: ({ phoneNumber }) => phoneNumber ?? '', text: ({ phoneNumber }) => phoneNumber ?? '' },
    { id: 'created', title: t.createdAt, cell: ({ createdAt }) => <Instant at={createdAt} hasTime={false} /> },
    {
      id: 'edit',
      title: t.action,
      align: 'end',
      cell: (owner) => (
        <Button onClick={() => onEdit(owner)} title={t.editOf(nameOf(owner))}>
          {t.edit}
        </Button>
      ),
    },
  ];
}

function nameOf({ firstname, lastname }: ProjectOwner): string {
  return `${firstname} ${lastname}`;
}

function OwnerDialog({ owner, onClose, onDone }: { owner: ProjectOwner | undefined; onClose: () => void; onDone: () => void }) {
  const t = contentWords.value;
  const [typed, setTyped] = useState({
    firstname: owner?.firstname ?? '',
    lastname: owner?.lastname ?? '',
    email: owner?.email ?? '',
    phoneNumber: owner?.phoneNumber ?? '',
  });
  const saving = useAction(async (_once, body: NewProjectOwner) => {
    if (owner) await mortar.updateProjectOwner({ path: { projectOwnerId: owner.id }, body });
    else await mortar.createProjectOwner({ body });
    return true;
  });
  const save = async () => {
    const { phoneNumber, ...rest } = typed;
    if (await saving.run({ ...rest, ...(phoneNumber.trim() ? { phoneNumber } : {}) })) onDone();
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
