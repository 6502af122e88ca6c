// After the closing: what goes to the owner, the fees of the platform, and the transfers so far.

import type {
  CompanyFee,
  CompanyFeeDue,
  OwnerTransfers,
  OwnerTransferView as Transfer,
} from '../../../../clients/typescript/src/index.ts';
import { euros } from '../../../core/format.ts';
import { useList } from '../../../core/query.ts';
import { Badge } from '../../../design/feedback.tsx';
import { Instant, Money } from '../../../design/values.tsx';
import { designWords } from '../../../design/words.ts';
import { to } from '../../addresses.ts';
import { mortar } from '../../core/api.ts';
import { Link } from '../../design/link.tsx';
import { MoneyAction } from '../../design/money-action.tsx';
import { OpenPaymentNotice } from '../../design/open-payment.tsx';
import { Section } from '../../design/page.tsx';
import { type Column, Table } from '../../design/table.tsx';
import type { Project } from '../project.ts';
import { OwnerTransferForm } from './owner-transfer.tsx';
import type { Overviewed } from './read-overview.ts';
import { TakeBackTransfer } from './take-back-transfer.tsx';
import { overviewWords } from './words.ts';

type Props = { project: Project; reload: () => void };

type AfterProps = Props & { transfers: OwnerTransfers; accounts: Overviewed['accounts']; isReading: boolean };

export function AfterFunding({ project, transfers, accounts, isReading, reload }: AfterProps) {
  const t = overviewWords.value;
  const { fundingFees, fiducieFees } = project.companyFees;
  const due = transfers.companyFees;
  const newest = transfers.transfers.find(({ status }) => status === 'waiting' || status === 'transferred');
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
            <OwnerTransferForm
              project={project}
              allowance={transfers}
              accounts={accounts}
              isReading={isReading}
              reload={reload}
            />
          </div>
          <FeeCard kind="funding" fee={fundingFees} due={due.fundingFees} {...{ project, isReading, reload }} />
          <FeeCard kind="fiducie" fee={fiducieFees} due={due.fiducieFees} {...{ project, isReading, reload }} />
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
        {newest?.action === 'no-withdraw' && project.soldeDeToutCompteDoneAt === null && (
          <TakeBackTransfer key={newest.id} project={project} transfer={newest} isReading={isReading} reload={reload} />
        )}
      </Section>
    </>
  );
}

type FeeProps = Props & {
  kind: 'funding' | 'fiducie';
  fee: CompanyFee | null;
  due: CompanyFeeDue | null;
  isReading: boolean;
};

function FeeCard({ kind, fee, due, project, isReading, reload }: FeeProps) {
  const t = overviewWords.value;
  const name = kind === 'funding' ? t.fundingFees : t.fiducieFees;
  return (
    <div class="card">
      <h3>{name}</h3>
      {due === null && (
        <p class="soft">
          {t.feeNotSet} <Link href={to.property(project.id, 'edit')}>{t.setFee}</Link>
        </p>
      )}
      {due?.status === 'transferred' && (
        <p>
          {t.feeTaken(euros(due.amountIncludingTaxCents))}{' '}
          {fee?.transfer && <span class="nowrap">{t.invoice(fee.transfer.invoiceNumber)}</span>}
        </p>
      )}
      {due?.status === 'waiting' && due.openPayment && (
        <OpenPaymentNotice payment={due.openPayment}>{t.feeOrdered(euros(due.amountIncludingTaxCents))}</OpenPaymentNotice>
      )}
      {due?.status === 'open' && <OpenFee {...{ kind, due, project, isReading, reload, name }} />}
    </div>
  );
}

type OpenFeeProps = Omit<FeeProps, 'fee' | 'due'> & { due: CompanyFeeDue; name: string };

function OpenFee({ kind, due, project, isReading, reload, name }: OpenFeeProps) {
  const t = overviewWords.value;
  const receiver = t.feeReceiver[kind];
  const path = { propertyId: project.id };
  const amount = euros(due.amountIncludingTaxCents);
  const label = t.feeLabel(amount, receiver);
  return (
    <>
      <p class="soft">{t.feeText(euros(due.amountExcludingTaxCents), euros(due.vatCents))}</p>
      <div class="card-foot">
        <MoneyAction
          name={`transfer-fees ${kind} ${project.id}`}
          look="plain"
          label={label}
          title={name}
          amountCents={due.amountIncludingTaxCents}
          receiver={receiver}
          consequence={t.feeConsequence(amount, euros(due.vatCents))}
          confirm={label}
          isDisabled={isReading}
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
  );
}

function columns(): readonly Column<Transfer>[] {
  const t = overviewWords.value;
  const tones = { waiting: 'info', transferred: 'good', failed: 'bad', 'taken-back': 'neutral' } as const;
  return [
    { id: 'date', title: t.date, cell: ({ createdAt }) => <Instant at={createdAt} />, text: ({ createdAt }) => createdAt },
    { id: 'way', title: t.way, cell: ({ action }) => t.transferActions[action] },
    {
      id: 'status',
      title: t.status,
      cell: ({ status, openPayment }) => (
        <span class="two-lines">
          <Badge tone={tones[status]}>{t.transferStatus[status]}</Badge>
          {openPayment && (
            <span class="small">
              <Link href={to.payment(openPayment.id)}>{designWords.value.followPayment}</Link>
            </span>
          )}
        </span>
      ),
    },
    { id: 'amount', title: t.amount, align: 'end', cell: ({ amountCents }) => <Money cents={amountCents} /> },
  ];
}
