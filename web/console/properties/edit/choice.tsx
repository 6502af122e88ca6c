// Choosing the company, the owner or the presentation of a property; what is missing is created here, and nothing typed is lost.

import { useState } from 'preact/hooks';
import type { JSX } from 'preact/jsx-runtime';
import { Button } from '../../../design/button.tsx';
import { Combobox, type ComboboxProps } from '../../../design/combobox.tsx';
import { formWords } from '../../content/form-words.ts';
import { nameOf, OwnerDialog } from '../../content/owner-dialog.tsx';
import { PresentationDialog } from '../../content/presentation-dialog.tsx';
import { SpvDialog } from '../../content/spv-dialog.tsx';
import { mortar } from '../../core/api.ts';
import { editWords } from './words.ts';

export type ChoiceKind = 'spv' | 'owner' | 'presentation';
type DialogProps = { onClose: () => void; onDone: (made: { id: string }) => void };

const DIALOGS: Readonly<Record<ChoiceKind, (props: DialogProps) => JSX.Element>> = {
  spv: (props) => <SpvDialog spv={undefined} {...props} />,
  owner: (props) => <OwnerDialog owner={undefined} {...props} />,
  presentation: (props) => <PresentationDialog presentation={undefined} {...props} />,
};

type Option = { value: string; label: string };
type Query = { limit: number; search?: string };

/** As many as a list shows without scrolling for long; typing on finds the others. */
const CHOICES = 20;

const FIND: Readonly<Record<ChoiceKind, (query: Query, signal: AbortSignal) => Promise<Option[]>>> = {
  spv: async (query, signal) => (await mortar.listSpvs({ query, signal })).map(({ id, name }) => ({ value: id, label: name })),
  owner: async (query, signal) =>
    (await mortar.listProjectOwners({ query, signal })).map((owner) => ({ value: owner.id, label: nameOf(owner) })),
  presentation: async (query, signal) =>
    (await mortar.listPresentations({ query, signal })).map(({ id, json }) => ({ value: id, label: json.name })),
};

/** The name of one that was chosen before. The lists of owners and presentations find a whole id, too. */
const NAME: Readonly<Record<ChoiceKind, (id: string, signal: AbortSignal) => Promise<string>>> = {
  spv: async (id, signal) => (await mortar.readSpv({ path: { id }, signal })).name,
  owner: async (id, signal) => (await FIND.owner({ search: id, limit: 1 }, signal))[0]?.label ?? id,
  presentation: async (id, signal) => (await FIND.presentation({ search: id, limit: 1 }, signal))[0]?.label ?? id,
};

type FieldProps = Pick<ComboboxProps, 'label' | 'value' | 'onChange' | 'name' | 'fault' | 'isDisabled' | 'autoFocus'>;

/** The company, owner or presentation of a property, found by a part of its name. */
export function ChoiceField({ kind, ...field }: FieldProps & { kind: ChoiceKind }) {
  return (
    <Combobox
      {...field}
      none={editWords.value.none}
      search={(text, signal) => FIND[kind]({ limit: CHOICES, ...(text === '' ? {} : { search: text }) }, signal)}
      labelOf={NAME[kind]}
    />
  );
}

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
