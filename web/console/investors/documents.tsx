// Identity documents: listed, and opened on demand. Each look is kept in the log.

import { useState } from 'preact/hooks';
import type { AdministrationDocument, IdentityDocument } from '../../../clients/typescript/src/index.ts';
import { useList, useQuery } from '../../core/query.ts';
import { saveFile } from '../../core/save-file.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Badge, Notice, Refusal, Skeleton, type Tone } from '../../design/feedback.tsx';
import { Paper } from '../../design/paper.tsx';
import { Instant } from '../../design/values.tsx';
import { designWords } from '../../design/words.ts';
import { mortar } from '../core/api.ts';
import { needing } from '../core/session.ts';
import { Section } from '../design/page.tsx';
import { type Column, Table } from '../design/table.tsx';
import { investorWords } from './words.ts';

const TONES = {
  to_be_uploaded: 'neutral',
  uploaded: 'info',
  accepted: 'good',
  refused: 'bad',
} as const satisfies Record<IdentityDocument['status'], Tone>;

export function Documents({ id }: { id: string }) {
  const t = investorWords.value;
  const [atProvider, setAtProvider] = useState<readonly IdentityDocument[] | null>([]);
  const [opened, setOpened] = useState<AdministrationDocument>();
  const list = useList(
    ['documents', id],
    needing('papers.read', async (page, signal) => {
      const answer = await mortar.listCustomerDocuments({ path: { customerId: id }, query: page, signal });
      setAtProvider(answer.onlyAtProvider);
      return answer;
    }),
  );
  return (
    <Section title={t.documents}>
      <Table
        label={t.documents}
        columns={columns(setOpened)}
        list={list}
        keyOf={(document) => document.id}
        empty={{ title: t.documentsEmpty, text: t.documentsEmptyText }}
        skeletonRows={2}
      />
      {atProvider === null && <Notice tone="warn">{t.providerSilent}</Notice>}
      {atProvider !== null && atProvider.length > 0 && (
        <Notice>
          <p>{t.onlyAtProvider}</p>
          <p>{atProvider.map(({ type, name }) => `${t.documentTypes[type]} (${name})`).join(', ')}</p>
        </Notice>
      )}
      {opened && <Viewer customerId={id} document={opened} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

function columns(open: (document: AdministrationDocument) => void): Column<AdministrationDocument>[] {
  const t = investorWords.value;
  const { documentColumns: titles } = t;
  return [
    { id: 'type', title: titles.type, cell: ({ type }) => <span class="strong">{t.documentTypes[type]}</span> },
    { id: 'file', title: titles.file, cell: ({ name }) => name },
    {
      id: 'status',
      title: titles.status,
      cell: ({ status, refusalReason }) => (
        <span class="two-lines">
          <span>
            <Badge tone={TONES[status]}>{t.documentStatus[status]}</Badge>
          </span>
          {refusalReason && <span class="soft small">{refusalReason}</span>}
        </span>
      ),
    },
    { id: 'received', title: titles.received, cell: ({ createdAt }) => <Instant at={createdAt} /> },
    {
      id: 'open',
      title: titles.open,
      align: 'end',
      cell: (document) => <Button onClick={() => open(document)}>{t.openShort}</Button>,
    },
  ];
}

type ViewerProps = { customerId: string; document: AdministrationDocument; onClose: () => void };

function Viewer({ customerId, document, onClose }: ViewerProps) {
  const t = investorWords.value;
  const file = useQuery(['file', document.id], (signal) =>
    mortar.readDocumentFile({ path: { customerId, documentId: document.id }, signal }),
  );
  const title = t.documentTypes[document.type];
  const { data } = file;
  return (
    <Dialog title={title} onClose={onClose} isWide>
      <p class="soft small">{t.audited}</p>
      {data === undefined ? (
        file.error ? (
          <Refusal error={file.error} retry={file.reload} />
        ) : (
          <Skeleton height="chart" />
        )
      ) : (
        <>
          <Paper file={data} contentType={document.contentType} name={`${title}, ${document.name}`} />
          <p>
            <Button icon="download" onClick={() => saveFile(data, document.name)}>
              {designWords.value.save}
            </Button>
          </p>
        </>
      )}
    </Dialog>
  );
}
