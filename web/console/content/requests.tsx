// Requests for financing: who asks for how much, who looks after it, and which project came of it.

import { useState } from 'preact/hooks';
import type { FinancingRequest } from '../../../clients/typescript/src/index.ts';
import { useList } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { Link } from '../design/link.tsx';
import { type Column, Table } from '../design/table.tsx';
import { formWords } from './form-words.ts';
import { Frame } from './frame.tsx';
import { LinkDialog, ManagerDialog, RequestDialog } from './request-dialogs.tsx';
import { contentWords } from './words.ts';

type Opened = { what: 'new' } | { what: 'manager' | 'link'; request: FinancingRequest };

export function RequestsTab() {
  const t = contentWords.value;
  const [opened, open] = useState<Opened>();
  const list = useList(['requests'], (page, signal) => mortar.listFinancingRequests({ query: page, signal }));
  const onClose = () => open(undefined);
  const onDone = () => {
    onClose();
    list.reload();
  };
  return (
    <Frame
      tab="requests"
      action={
        <Button look="primary" onClick={() => open({ what: 'new' })}>
          {formWords.value.newRequest}
        </Button>
      }
    >
      <Table
        label={t.tabs.requests}
        columns={columns(open)}
        list={list}
        keyOf={({ id }) => id}
        empty={{ title: t.noRequest, text: t.noRequestText }}
        csv="demandes"
      />
      {opened?.what === 'new' && <RequestDialog onClose={onClose} onDone={onDone} />}
      {opened?.what === 'manager' && <ManagerDialog request={opened.request} onClose={onClose} onDone={onDone} />}
      {opened?.what === 'link' && <LinkDialog request={opened.request} onClose={onClose} onDone={onDone} />}
    </Frame>
  );
}

function columns(open: (opened: Opened) => void): Column<FinancingRequest>[] {
  const t = contentWords.value;
  const f = formWords.value;
  const managerOf = ({ accountManager }: FinancingRequest) =>
    accountManager ? `${accountManager.firstname} ${accountManager.lastname}` : '';
  return [
    { id: 'name', title: t.name, cell: ({ name }) => <span class="strong">{name}</span>, text: ({ name }) => name },
    {
      id: 'manager',
      title: t.manager,
      cell: (request) => (
        <span class="cell-action">
          {managerOf(request) || t.noManager}
          <RowButton
            label={request.accountManager ? f.changeManager : f.assignManager}
            of={request.name}
            onClick={() => open({ what: 'manager', request })}
          />
        </span>
      ),
      text: managerOf,
    },
    {
      id: 'project',
      title: t.project,
      cell: (request) => (
        <span class="cell-action">
          {request.propertyId ? <Link href={to.property(request.propertyId)}>{t.openProject}</Link> : t.noProject}
          <RowButton
            label={request.propertyId ? f.changeLink : f.link}
            of={request.name}
            onClick={() => open({ what: 'link', request })}
          />
        </span>
      ),
      text: ({ propertyId }) => propertyId,
    },
    { id: 'created', title: t.createdAt, cell: ({ createdAt }) => <Instant at={createdAt} isRelative hasTime={false} /> },
    {
      id: 'amount',
      title: t.amount,
      align: 'end',
      cell: ({ requestedAmountCents }) => (requestedAmountCents === null ? '' : <Money cents={requestedAmountCents} />),
      cents: ({ requestedAmountCents }) => requestedAmountCents,
    },
  ];
}

function RowButton({ label, of, onClick }: { label: string; of: string; onClick: () => void }) {
  return (
    <Button look="quiet" fullName={`${label} : ${of}`} onClick={onClick}>
      {label}
    </Button>
  );
}
