// The final settlement as a checklist: each step with what is open, the button that does it, and zero at its end.

import type { FinalSettlement } from '../../../../clients/typescript/src/index.ts';
import { day, euros } from '../../../core/format.ts';
import { Button } from '../../../design/button.tsx';
import { to } from '../../addresses.ts';
import { mortar } from '../../core/api.ts';
import { MoneyAction } from '../../design/money-action.tsx';
import { OpenPaymentNotice } from '../../design/open-payment.tsx';
import { Section } from '../../design/page.tsx';
import { blockWords } from '../block-words.ts';
import { type Block, blocksOfCodes, blocksOfRepayment } from '../blocks.tsx';
import type { Project } from '../project.ts';
import { DoneButton, PayBackButton } from './pay-back.tsx';
import { type SettlementStep, Steps } from './steps.tsx';
import { moneyWords } from './words.ts';

type Props = { project: Project; reload: () => void };

export function SettlementSection({ project, data, reload }: Given) {
  const t = moneyWords.value;
  return (
    <Section title={t.settlement} note={t.settlementNote} action={<Button onClick={reload}>{t.refresh}</Button>}>
      <p class="strong">{stateOf(data)}</p>
      <Steps label={t.settlement} steps={stepsOf({ data, project, reload })} />
    </Section>
  );
}

function stateOf({ purses, doneAt }: FinalSettlement): string {
  const t = moneyWords.value;
  if (doneAt !== null) return t.settledOn(day(doneAt));
  const sum = sumOf(purses);
  return sum === 0 ? t.isZero : t.held(euros(sum));
}

function sumOf(purses: FinalSettlement['purses']): number {
  return Object.values(purses).reduce((sum, cents) => sum + cents, 0);
}

function isRepaid({ financialStatus }: FinalSettlement): boolean {
  return financialStatus === 'repayment-finished';
}

type Given = Props & { data: FinalSettlement };

function stepsOf(given: Given): SettlementStep[] {
  const t = moneyWords.value;
  const { data, project, reload } = given;
  const { open, doneAt, purses } = data;
  const isSettled = doneAt !== null;
  const isOpen = open.payments + open.payouts > 0;
  const isZero = sumOf(purses) === 0;
  const blocksOfDone = [...blocksOfRepayment(isRepaid(data), project.id), ...blocksOfCodes(data.blocks.done)];
  return [
    { name: t.stepRepaid, isMet: isRepaid(data) },
    { name: t.stepOpen, isMet: !isOpen, text: isOpen ? t.openText(open.payments, open.payouts) : undefined },
    penaltiesStep(given),
    unlentStep(given),
    ownerStep(given),
    { name: t.stepZero, isMet: isZero, text: isZero ? undefined : t.held(euros(sumOf(purses))) },
    {
      name: t.stepDone,
      isMet: isSettled,
      blocks: blocksOfDone,
      action: isSettled ? undefined : <DoneButton project={project} isBlocked={blocksOfDone.length > 0} reload={reload} />,
    },
  ];
}

function penaltiesStep({ data, project, reload }: Given): SettlementStep {
  const t = moneyWords.value;
  const { penalties, held } = data;
  const { status, claimedCents, transferredCents } = penalties;
  const texts = {
    none: t.penaltiesNone,
    claimed: t.penaltiesDue(euros(claimedCents)),
    pending: t.penaltiesWait,
    transferred: t.penaltiesDone(euros(transferredCents)),
  };
  const label = t.penaltiesLabel(euros(claimedCents));
  const blocks = [
    ...blocksOfRepayment(isRepaid(data), project.id),
    ...coverage(held.surplusCents + held.escrowCents, claimedCents),
  ];
  return {
    name: t.stepPenalties,
    isMet: status === 'none' || status === 'transferred',
    text: texts[status],
    note: penalties.openPayment && <OpenPaymentNotice payment={penalties.openPayment} />,
    blocks: status === 'claimed' ? blocks : [],
    action: status === 'claimed' && (
      <MoneyAction
        look="plain"
        label={label}
        title={t.stepPenalties}
        name={`transfer-penalties ${project.id}`}
        amountCents={claimedCents}
        receiver={t.platform}
        consequence={t.penaltiesConsequence}
        confirm={label}
        isDisabled={blocks.length > 0}
        run={(once) => mortar.transferPenalties({ path: { propertyId: project.id }, ...once })}
        made={(made) => ({
          sentence:
            made.penalties.status === 'pending' ? t.penaltiesWait : t.penaltiesDone(euros(made.penalties.transferredCents)),
          isPending: made.penalties.status === 'pending',
          href: made.penalties.openPayment ? to.payment(made.penalties.openPayment.id) : undefined,
        })}
        onClosed={reload}
      />
    ),
  };
}

function unlentStep({ data, project, reload }: Given): SettlementStep {
  const t = moneyWords.value;
  const { unlentCapital, purses } = data;
  const { totalCents, distributedCents } = unlentCapital;
  const isDone = distributedCents > 0;
  const label = t.unlentLabel(euros(totalCents));
  const blocks = [...blocksOfRepayment(isRepaid(data), project.id), ...coverage(purses.mainCents, totalCents)];
  return {
    name: t.stepUnlent,
    isMet: totalCents <= 0 || isDone,
    text: totalCents <= 0 ? t.unlentNone : isDone ? t.unlentDone(euros(distributedCents)) : t.unlentDue(euros(totalCents)),
    blocks: totalCents > 0 ? blocks : [],
    action: totalCents > 0 && !isDone && (
      <MoneyAction
        look="plain"
        label={label}
        title={t.stepUnlent}
        name={`distribute-unlent ${project.id}`}
        amountCents={totalCents}
        receiver={t.holders}
        consequence={t.unlentConsequence}
        confirm={label}
        isDisabled={blocks.length > 0}
        run={(once) => mortar.distributeUnlentCapital({ path: { propertyId: project.id }, ...once })}
        made={(made) => ({ sentence: t.unlentMade(euros(made.distributedCents), made.holderCount) })}
        onClosed={reload}
      />
    ),
  };
}

function ownerStep({ data, project, reload }: Given): SettlementStep {
  const t = moneyWords.value;
  const { owner, payBack, blocks, ownerSettlements } = data;
  const [last] = ownerSettlements;
  const said = payBack.totalCents > 0 ? t.ownerDue(euros(payBack.totalCents)) : t.ownerNothing;
  const isDue = payBack.totalCents > 0;
  const found = isDue ? [...blocksOfRepayment(isRepaid(data), project.id), ...blocksOfCodes(blocks.owner)] : [];
  const attempt = last && `${euros(last.amountCents)} : ${t.attempts[last.status]}`;
  return {
    name: t.stepOwner,
    isMet: payBack.totalCents === 0 && last?.status !== 'waiting',
    text: [owner.owesCents > 0 ? t.ownerOwes(euros(owner.owesCents)) : said, attempt].filter(Boolean).join(' · '),
    blocks: found,
    note: last?.openPayment && <OpenPaymentNotice payment={last.openPayment} />,
    action: isDue && !last?.openPayment && (
      <PayBackButton project={project} amountCents={payBack.totalCents} isBlocked={found.length > 0} reload={reload} />
    ),
  };
}

/** What the purses of a step lack, if they do. */
function coverage(heldCents: number, neededCents: number): Block[] {
  if (heldCents >= neededCents) return [];
  return [{ reason: 'uncovered', text: blockWords.value.uncovered(euros(heldCents)), href: to.wires }];
}
