// Choosing the company, the owner or the presentation of a property; what is missing is created here, and nothing typed is lost.

import { useState } from 'preact/hooks';
import type { JSX } from 'preact/jsx-runtime';
import { formWords } from '../../content/form-words.ts';
import { nameOf, OwnerDialog } from '../../content/owner-dialog.tsx';
import { PresentationDialog } from '../../content/presentation-dialog.tsx';
import { SpvDialog } from '../../content/spv-dialog.tsx';
import { mortar } from '../../core/api.ts';
import { useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Combobox, type ComboboxProps } from '../../design/combobox.tsx';
import { editWords } from './words.ts';

export type ChoiceKind = 'spv' | 'owner' | 'presentation';
type DialogProps = { onClose: () => void; onDone: (made: { id: string }) => void };

const DIALOGS: Readonly<Record<ChoiceKind, (props: DialogProps) => JSX.Element>> = {
  spv: (props) => <SpvDialog spv={undefined} {...props} />,
  owner: (props) => <OwnerDialog owner={undefined} {...props} />,
  presentation: (props) => <PresentationDialog presentation={undefined} {...props} />,
};

type ListedKind = Exclude<ChoiceKind, 'spv'>;

const LISTS: Readonly<Record<ListedKind, (signal: AbortSignal) => Promise<{ value: string; label: string }[]>>> = {
  owner: async (signal) =>
    (await mortar.listProjectOwners({ signal })).map((owner) => ({ value: owner.id, label: nameOf(owner) })),
  presentation: async (signal) =>
    (await mortar.listPresentations({ signal })).map(({ id, json }) => ({ value: id, label: json.name })),
};

/** The choices, none first; what was chosen before stands there while they are read. */
export function useChoices(kind: ListedKind | undefined, value: string) {
  const t = editWords.value;
  const list = useQuery(['choices', kind], async (signal) => (kind === undefined ? undefined : LISTS[kind](signal)));
  if (kind === undefined) return { choices: undefined, reload: list.reload };
  const known = list.data ?? [];
  const own = value === '' || known.some((choice) => choice.value === value) ? [] : [{ value, label: '…' }];
  return { choices: [{ value: '', label: t.none }, ...own, ...known], reload: list.reload };
}

type SpvFieldProps = Pick<ComboboxProps, 'label' | 'value' | 'onChange' | 'name' | 'fault' | 'isDisabled' | 'autoFocus'>;

/** The company of a property, found by a part of its name. */
export function SpvField(props: SpvFieldProps) {
  return (
    <Combobox
      {...props}
      none={editWords.value.none}
      search={async (text, signal) => {
        const query = { limit: CHOICES, ...(text === '' ? {} : { search: text }) };
        return (await mortar.listSpvs({ query, signal })).map(({ id, name }) => ({ value: id, label: name }));
      }}
      labelOf={async (id, signal) => (await mortar.readSpv({ path: { id }, signal })).name}
    />
  );
}

/** As many as a list shows without scrolling for long; who misses one types on. */
const CHOICES = 20;

export function NewChoice({ kind, onDone }: { kind: ChoiceKind; onDone: (made: { id: string }) => void }) {
  const t = formWords.value;
  const [isOpen, setOpen] = useState(false);
  const Made = DIALOGS[kind];
  const label = { spv: t.newSpv, owner: t.newOwner, presentation: t.newPresentation }[kind];
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {`+ ${label}`}
      </Button>
      {isOpen && (
        <Made
          onClose={() => setOpen(false)}
          onDone={(made) => {
            setOpen(false);
            onDone(made);
          }}
        />
      )}
    </>
  );
}
