// After the closing: what goes to the owner, the fees of the platform, and the transfers so far.

import type { CompanyFee, OwnerTransfers, OwnerTransferView as Transfer } from '../../../clients/typescript/src/index.ts';
import { to } from '../../addresses.ts';
import { mortar } from '../../core/api.ts';
import { euros } from '../../core/format.ts';
import { useList } from '../../core/query.ts';
import { MoneyAction } from '../../design/dialog.tsx';
import { Badge } from '../../design/feedback.tsx';
import { Link } from '../../design/link.tsx';
import { Section } from '../../design/page.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { Instant, Money } from '../../design/values.tsx';
import type { Project } from '../project.ts';
import { OwnerTransferForm } from './owner-transfer.tsx';
import type { Overviewed } from './read-overview.ts';
import { overviewWords } from './words.ts';

type Props = { project: Project; reload: () => void };

type AfterProps = Props & { transfers: OwnerTransfers; accounts: Overviewed['accounts'] };

export function AfterFunding({ project, transfers, accounts, reload }: AfterProps) {
  const t = overviewWords.value;
  const { fundingFees, fiducieFees } = project.companyFees;
  // The first page came with the amounts of all transfers; the following ones are read here.
  const list = useList<Transfer>(['owner-transfers', project.id, transfers.transfers], async ({ cursor }, signal) => {
    if (cursor === undefined) return { items: transfers.transfers, nextCursor: transfers.nextCursor };
    const page = await mortar.listOwnerTransfers({ path: { propertyId: project.id }, query: { cursor }, signal });
    return { items: page.transfers, nextCursor: page.nextCursor };
  });
  return (
    <>
      <Section title={t.next}>
        <div class="cards">
          <div class="card">
            <h3>{t.toOwner}</h3>
            <OwnerTransferForm project={project} allowance={transfers} accounts={accounts} reload={reload} />
          </div>
          <FeeCard kind="funding" fee={fundingFees} project={project} reload={reload} />
          <FeeCard kind="fiducie" fee={fiducieFees} project={project} reload={reload} />
        </div>
      </Section>
      <Section title={t.transfers}>
        <Table
          label={t.transfers}
          columns={columns()}
          list={{ ...list, reload }}
          keyOf={({ id }) => id}
          empty={{ title: t.noTransfers, text: t.noTransfersText }}
          skeletonRows={2}
        />
      </Section>
    </>
  );
}

type FeeProps = Props & { kind: 'funding' | 'fiducie'; fee: CompanyFee | null };

function FeeCard({ kind, fee, project, reload }: FeeProps) {
  const t = overviewWords.value;
  const name = kind === 'funding' ? t.fundingFees : t.fiducieFees;
  const receiver = t.feeReceiver[kind];
  const path = { propertyId: project.id };
  const label = t.feeLabel(euros(fee?.amountExcludingTaxCents ?? 0), receiver);
  return (
    <div class="card">
      <h3>{name}</h3>
      {fee === null && (
        <p class="soft">
          {t.feeNotSet} <Link href={to.property(project.id, 'edit')}>{t.setFee}</Link>
        </p>
      )}
      {fee?.transfer && (
        <p>
          {t.feeTaken(euros(fee.transfer.amountIncludingTaxCents))}{' '}
          <span class="nowrap">{t.invoice(fee.transfer.invoiceNumber)}</span>
        </p>
      )}
      {fee && !fee.transfer && (
        <>
          <p class="soft">{t.feeText(euros(fee.amountExcludingTaxCents))}</p>
          <div class="card-foot">
            <MoneyAction
              name={`transfer-fees ${kind} ${project.id}`}
              look="plain"
              label={label}
              title={name}
              amountCents={fee.amountExcludingTaxCents}
              receiver={receiver}
              consequence={t.feeConsequence}
              confirm={label}
              run={(once) =>
                kind === 'funding' ? mortar.transferFundingFees({ path, ...once }) : mortar.transferFiducieFees({ path, ...once })
              }
              made={({ transfer }) =>
                transfer
                  ? { sentence: t.feeDone(euros(transfer.amountIncludingTaxCents), transfer.invoiceNumber) }
                  : { sentence: t.feePending, isPending: true }
              }
              onClosed={reload}
            />
          </div>
        </>
      )}
    </div>
  );
}

function columns(): readonly Column<Transfer>[] {
  const t = overviewWords.value;
  const tones = { waiting: 'info', transferred: 'good', failed: 'bad' } as const;
  return [
    { id: 'date', title: t.date, cell: ({ createdAt }) => <Instant at={createdAt} />, text: ({ createdAt }) => createdAt },
    { id: 'way', title: t.way, cell: ({ action }) => t.transferActions[action] },
    {
      id: 'status',
      title: t.status,
      cell: ({ status }) => <Badge tone={tones[status]}>{t.transferStatus[status]}</Badge>,
    },
    { id: 'amount', title: t.amount, align: 'end', cell: ({ amountCents }) => <Money cents={amountCents} /> },
  ];
}
