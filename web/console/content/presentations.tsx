// How project owners are presented to investors: the list, and the form of each.

import { useState } from 'preact/hooks';
import type { Presentation } from '../../../clients/typescript/src/index.ts';
import { useQuery, wholeList } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Instant } from '../../design/values.tsx';
import { mortar } from '../core/api.ts';
import { type Column, Table } from '../design/table.tsx';
import { Deletion } from './deletion.tsx';
import { formWords } from './form-words.ts';
import { Frame } from './frame.tsx';
import { PresentationDialog } from './presentation-dialog.tsx';
import { contentWords } from './words.ts';

export function PresentationsTab() {
  const t = contentWords.value;
  const [edited, setEdited] = useState<Presentation | 'new' | undefined>(undefined);
  const presentations = useQuery(['presentations'], (signal) => mortar.listPresentations({ signal }));
  const done = () => {
    setEdited(undefined);
    presentations.reload();
  };
  return (
    <Frame
      tab="presentations"
      action={
        <Button look="primary" onClick={() => setEdited('new')}>
          {formWords.value.newPresentation}
        </Button>
      }
    >
      <Table
        label={t.tabs.presentations}
        columns={columns(setEdited, presentations.reload)}
        list={wholeList(presentations, (rows) => rows)}
        keyOf={({ id }) => id}
        empty={{ title: t.noPresentation, text: t.noPresentationText }}
        csv="presentations"
      />
      {edited && (
        <PresentationDialog
          presentation={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onDone={done}
        />
      )}
    </Frame>
  );
}

function columns(onEdit: (presentation: Presentation) => void, onDone: () => void): Column<Presentation>[] {
  const t = contentWords.value;
  return [
    { id: 'name', title: t.name, cell: ({ json }) => <span class="strong">{json.name}</span>, text: ({ json }) => json.name },
    {
      id: 'description',
      title: t.description,
      cell: ({ json }) => <span class="clipped">{json.description}</span>,
      text: ({ json }) => json.description,
    },
    { id: 'updated', title: t.updatedAt, cell: ({ updatedAt }) => <Instant at={updatedAt} isRelative /> },
    {
      id: 'edit',
      title: t.action,
      align: 'end',
      cell: (presentation) => (
        <span class="card-foot">
          <Button onClick={() => onEdit(presentation)} fullName={t.editOf(presentation.json.name)}>
            {t.edit}
          </Button>
          <Deletion
            name={presentation.json.name}
            consequence={formWords.value.removePresentation}
            run={() => mortar.deletePresentation({ path: { projectOwnerPresentationId: presentation.id } })}
            onDone={onDone}
          />
        </span>
      ),
    },
  ];
}
