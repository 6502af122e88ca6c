// Project owners: who borrows, and how to reach them.

import { useState } from 'preact/hooks';
import type { ProjectOwner } from '../../../clients/typescript/src/index.ts';
import { phone } from '../../core/format.ts';
import { useQuery, wholeList } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Instant } from '../../design/values.tsx';
import { mortar } from '../core/api.ts';
import { type Column, Table } from '../design/table.tsx';
import { OnboardingPath } from '../onboarding/path.tsx';
import { onboardingWords } from '../onboarding/words.ts';
import { Deletion } from './deletion.tsx';
import { formWords } from './form-words.ts';
import { Frame } from './frame.tsx';
import { nameOf, OwnerDialog } from './owner-dialog.tsx';
import { contentWords } from './words.ts';

export function OwnersTab() {
  const t = contentWords.value;
  const [edited, setEdited] = useState<ProjectOwner | 'new' | undefined>(undefined);
  const [followed, setFollowed] = useState<ProjectOwner | undefined>(undefined);
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
        columns={columns(setEdited, setFollowed, owners.reload)}
        list={wholeList(owners, (rows) => rows)}
        keyOf={({ id }) => id}
        empty={{ title: t.noOwner, text: t.noOwnerText }}
        csv="porteurs"
      />
      {followed && (
        <Dialog title={onboardingWords.value.pathOf(nameOf(followed))} onClose={() => setFollowed(undefined)} isWide>
          <OwnerPath owner={followed} />
        </Dialog>
      )}
      {edited && <OwnerDialog owner={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} onDone={done} />}
    </Frame>
  );
}

function OwnerPath({ owner }: { owner: ProjectOwner }) {
  const path = { projectOwnerId: owner.id };
  const known = { firstName: owner.firstname, lastName: owner.lastname, email: owner.email };
  return (
    <OnboardingPath
      id={owner.id}
      name={nameOf(owner)}
      read={(signal) => mortar.readProjectOwnerOnboarding({ path, signal })}
      ask={() => mortar.askProvider({ body: path })}
      start={{ of: 'owner', known, run: (body) => mortar.startProjectOwnerOnboarding({ path, body }) }}
    />
  );
}

type Chosen = (owner: ProjectOwner) => void;

function columns(onEdit: Chosen, onFollow: Chosen, onDone: () => void): Column<ProjectOwner>[] {
  const t = contentWords.value;
  return [
    { id: 'name', title: t.name, cell: (owner) => <span class="strong">{nameOf(owner)}</span>, text: nameOf },
    { id: 'email', title: t.email, cell: ({ email }) => email, text: ({ email }) => email },
    {
      id: 'phone',
      title: t.phone,
      cell: ({ phoneNumber }) => phoneNumber && phone(phoneNumber),
      text: ({ phoneNumber }) => phoneNumber ?? '',
    },
    { id: 'created', title: t.createdAt, cell: ({ createdAt }) => <Instant at={createdAt} hasTime={false} /> },
    {
      id: 'edit',
      title: t.action,
      align: 'end',
      cell: (owner) => (
        <span class="card-foot">
          <Button onClick={() => onFollow(owner)} fullName={onboardingWords.value.pathOf(nameOf(owner))}>
            {onboardingWords.value.show}
          </Button>
          <Button onClick={() => onEdit(owner)} fullName={t.editOf(nameOf(owner))}>
            {t.edit}
          </Button>
          <Deletion
            name={nameOf(owner)}
            consequence={formWords.value.removeOwner}
            run={() => removeOwner(owner.id)}
            onDone={onDone}
          />
        </span>
      ),
    },
  ];
}

/** The API answers the same whether it deleted or not: the list shows it. */
async function removeOwner(projectOwnerId: string): Promise<string | undefined> {
  await mortar.deleteProjectOwner({ path: { projectOwnerId } });
  const left = await mortar.listProjectOwners();
  return left.some(({ id }) => id === projectOwnerId) ? formWords.value.ownerStays : undefined;
}
