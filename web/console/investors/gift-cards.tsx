// Gift cards of all investors: where each stands, and what the team does for it.

import { useState } from 'preact/hooks';
import type { AdministrationGiftCard, Permission } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { useParam } from '../../core/address.ts';
import { euros, exactly } from '../../core/format.ts';
import { useList } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Badge, Notice, type Tone } from '../../design/feedback.tsx';
import { Field, Form } from '../../design/form.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { designWords } from '../../design/words.ts';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { emptyIn, Filters, useDays } from '../design/filters.tsx';
import { Link } from '../design/link.tsx';
import { MoneyAction } from '../design/money-action.tsx';
import { Page } from '../design/page.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { giftCardWords } from './gift-card-words.ts';
import { investorsTabs } from './person.ts';
import { investorWords } from './words.ts';

type Card = AdministrationGiftCard;

const TONES = {
  waiting_payment: 'info',
  declined: 'neutral',
  active: 'good',
  redeeming: 'info',
  redeemed: 'neutral',
  refunding: 'info',
  refunded: 'neutral',
  refund_failed: 'bad',
} as const satisfies Record<Card['status'], Tone>;
const STATUSES = ['active', 'redeemed', 'refunded', 'refund_failed', 'waiting_payment'] as const;

export default function GiftCardsPage() {
  const t = giftCardWords.value;
  const [asked] = useParam('status');
  const [id] = useParam('id');
  const status = STATUSES.find((known) => known === asked);
  const days = useDays();
  const list = useList(['gift-cards', status, id, days], (page, signal) =>
    mortar.listAllGiftCards({ query: { ...page, ...days, ...(status && { status }), ...(id && { giftCardId: id }) }, signal }),
  );
  return (
    <Page title={investorWords.value.title} state={t.state} tabs={investorsTabs()} isWide>
      {id ? (
        <Notice tone="info">
          {t.one} <Link href={to.giftCards}>{t.showAll}</Link>
        </Notice>
      ) : (
        <Filters hasDays>
          <FilterChips
            name="status"
            label={t.filter}
            all={{ label: t.all }}
            choices={STATUSES.map((value) => ({ value, label: t.statuses[value] }))}
          />
        </Filters>
      )}
      <Table
        label={t.title}
        columns={[
          ...columns(),
          {
            id: 'actions',
            title: designWords.value.actions,
            align: 'end',
            cell: (card) => <Actions card={card} onChanged={list.reload} />,
          },
        ]}
        list={list}
        keyOf={(card) => card.id}
        empty={emptyIn(days, { title: t.empty, text: t.emptyText })}
        csv="cartes-cadeaux"
      />
    </Page>
  );
}

function columns(): Column<Card>[] {
  const t = giftCardWords.value;
  return [
    {
      id: 'recipient',
      title: t.columns.recipient,
      cell: ({ recipientEmail }) => <span class="strong">{recipientEmail}</span>,
      text: ({ recipientEmail }) => recipientEmail,
    },
    {
      id: 'buyer',
      title: t.columns.buyer,
      cell: ({ buyerId, buyerEmail, createdAt }) => (
        <Link href={to.investor(buyerId, 'money')}>
          {buyerEmail}
          <span class="out-of-sight">{`, ${exactly(createdAt)}`}</span>
        </Link>
      ),
      text: ({ buyerEmail }) => buyerEmail,
    },
    {
      id: 'amount',
      title: t.columns.amount,
      align: 'end',
      cell: ({ amountCents }) => <Money cents={amountCents} />,
      cents: ({ amountCents }) => amountCents,
    },
    {
      id: 'state',
      title: t.columns.state,
      cell: ({ status, blockedAt, blockReason, isBuyerHeld }) => (
        <span class="stacked">
          <Badge tone={TONES[status]}>{t.statuses[status]}</Badge>
          {blockedAt && <Badge tone="bad">{t.blocked}</Badge>}
          {blockReason && <span class="soft small">{blockReason}</span>}
          {isBuyerHeld && status === 'active' && <Badge tone="warn">{t.buyerHeld}</Badge>}
        </span>
      ),
      text: ({ status }) => t.statuses[status],
    },
    {
      id: 'created',
      title: t.columns.created,
      cell: ({ createdAt }) => <Instant at={createdAt} hasTime={false} />,
      text: ({ createdAt }) => createdAt,
    },
    {
      id: 'expires',
      title: t.columns.expires,
      cell: ({ expiresAt }) => (expiresAt ? <Instant at={expiresAt} hasTime={false} /> : '–'),
      text: ({ expiresAt }) => expiresAt,
    },
  ];
}

type Verb = 'resend' | 'readdress' | 'block' | 'unblock';

function Actions({ card, onChanged }: { card: Card; onChanged: () => void }) {
  const t = giftCardWords.value;
  const [verb, setVerb] = useState<Verb>();
  const { id, status, blockedAt, amountCents, buyerEmail, recipientEmail } = card;
  if (status !== 'active' && status !== 'waiting_payment') return null;
  const verbs: Verb[] = [
    ...(status === 'active' && !blockedAt ? (['resend'] as const) : []),
    'readdress',
    blockedAt ? 'unblock' : 'block',
  ];
  const label = t.refund(euros(amountCents), buyerEmail);
  return (
    <span class="row-actions">
      {verbs.map((known) => (
        <Button key={known} look="quiet" fullName={t.ofCard(t[known], recipientEmail)} onClick={() => setVerb(known)}>
          {t[known]}
        </Button>
      ))}
      {status === 'active' && (
        <MoneyAction
          name={`refund-gift-card ${id}`}
          look="plain"
          label={label}
          title={t.refundTitle}
          amountCents={amountCents}
          receiver={buyerEmail}
          consequence={t.refundText}
          confirm={label}
          run={(once) => mortar.refundGiftCard({ path: { giftCardId: id }, ...once })}
          made={({ paymentId }) => ({
            sentence: t.refundMade(euros(amountCents)),
            isPending: true,
            ...(paymentId && { href: to.payment(paymentId) }),
          })}
          onClosed={onChanged}
        />
      )}
      {verb && (
        <VerbDialog
          verb={verb}
          card={card}
          onClose={() => setVerb(undefined)}
          onDone={() => {
            setVerb(undefined);
            onChanged();
          }}
        />
      )}
    </span>
  );
}

const NEEDED = {
  resend: 'mails.resend',
  readdress: 'money.write',
  block: 'people.write',
  unblock: 'people.write',
} as const satisfies Record<Verb, Permission>;

type VerbProps = { verb: Verb; card: Card; onClose: () => void; onDone: () => void };

function VerbDialog({ verb, card, onClose, onDone }: VerbProps) {
  const t = giftCardWords.value;
  const [typed, setTyped] = useState(verb === 'readdress' ? card.recipientEmail : '');
  const path = { giftCardId: card.id };
  const action = useAction((_once, given: string) => {
    if (verb === 'resend') return mortar.resendGiftCard({ path });
    if (verb === 'readdress') return mortar.readdressGiftCard({ path, body: { recipientEmail: given } });
    return verb === 'block' ? mortar.blockGiftCard({ path, body: { reason: given } }) : mortar.unblockGiftCard({ path });
  });
  const submit = async () => {
    if ((await action.run(typed.trim())) !== undefined) onDone();
  };
  const text = {
    resend: t.resendText(card.recipientEmail),
    readdress: t.readdressText,
    block: t.blockText,
    unblock: t.unblockText,
  };
  return (
    <Dialog title={t[verb]} onClose={onClose}>
      <p>{text[verb]}</p>
      <Form
        label={t[verb]}
        onSubmit={() => void submit()}
        error={action.error}
        action={
          <>
            <Button
              type="submit"
              look={verb === 'block' ? 'danger' : 'primary'}
              needs={NEEDED[verb]}
              isRunning={action.isRunning}
            >
              {t[verb]}
            </Button>
            <Button onClick={onClose}>{designWords.value.cancel}</Button>
          </>
        }
      >
        {verb === 'readdress' && <Field label={t.recipient} type="email" value={typed} onInput={setTyped} isRequired />}
        {verb === 'block' && <Field label={t.reason} value={typed} onInput={setTyped} lines={2} maxLength={1_000} isRequired />}
      </Form>
    </Dialog>
  );
}
