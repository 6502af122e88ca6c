// The audit trail of a property: who did what, newest first.

import { useList } from '../../../core/query.ts';
import { Instant } from '../../../design/values.tsx';
import { mortar } from '../../core/api.ts';
import { needing } from '../../core/session.ts';
import { Section } from '../../design/page.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { ActionFacts, actionName, factsText } from '../../operations/action-facts.tsx';
import type { TabProps } from '../project.ts';
import { editWords } from './words.ts';

type Row = {
  id: string;
  kind: string;
  administratorEmail: string;
  payload: { [name: string]: unknown };
  createdAt: string;
};

export default function TrailTab({ project }: TabProps) {
  const t = editWords.value;
  const list = useList<Row>(
    ['trail', project.id],
    needing('operations.read', (page, signal) => mortar.listAdminActions({ query: { ...page, targetId: project.id }, signal })),
  );
  return (
    <Section title={t.trail} note={t.trailNote}>
      <Table
        label={t.trail}
        columns={columns()}
        list={list}
        keyOf={({ id }) => id}
        empty={{ title: t.noTrail, text: t.noTrailText }}
        csv={`historique-${project.id.slice(0, 8)}`}
      />
    </Section>
  );
}

function columns(): readonly Column<Row>[] {
  const t = editWords.value;
  return [
    {
      id: 'what',
      title: t.what,
      cell: (action) => t.kinds[action.kind] ?? actionName(action),
      text: (action) => t.kinds[action.kind] ?? actionName(action),
    },
    { id: 'who', title: t.who, cell: ({ administratorEmail }) => administratorEmail, text: (row) => row.administratorEmail },
    { id: 'when', title: t.when, cell: ({ createdAt }) => <Instant at={createdAt} isRelative />, text: (row) => row.createdAt },
    {
      ...{ id: 'details', title: t.details },
      cell: (action) => <ActionFacts action={action} />,
      text: factsText,
    },
  ];
}
