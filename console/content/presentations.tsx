// How project owners are presented to investors.

import type { Presentation } from '../../clients/typescript/src/index.ts';
import { mortar } from '../core/api.ts';
import { useQuery, wholeList } from '../core/query.ts';
import { type Column, Table } from '../design/table.tsx';
import { Instant } from '../design/values.tsx';
import { Frame } from './frame.tsx';
import { contentWords } from './words.ts';

export function PresentationsTab() {
  const t = contentWords.value;
  const presentations = useQuery(['presentations'], (signal) => mortar.listPresentations({ signal }));
  const columns: Column<Presentation>[] = [
    { id: 'name', title: t.name, cell: ({ json }) => <span class="strong">{json.name}</span>, text: ({ json }) => json.name },
    {
      id: 'description',
      title: t.description,
      cell: ({ json }) => <span class="clipped">{json.description}</span>,
      text: ({ json }) => json.description,
    },
    { id: 'updated', title: t.updatedAt, align: 'end', cell: ({ updatedAt }) => <Instant at={updatedAt} isRelative /> },
  ];
  return (
    <Frame tab="presentations">
      <Table
        label={t.tabs.presentations}
        columns={columns}
        list={wholeList(presentations, (rows) => rows)}
        keyOf={({ id }) => id}
        empty={{ title: t.noPresentation, text: t.noPresentationText }}
        csv="mortar-presentations"
      />
    </Frame>
  );
}
