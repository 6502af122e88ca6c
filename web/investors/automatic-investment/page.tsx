// Automatic investment: what it does and never does, the plan as it is stored, why it would buy nothing now, and the form of it.

import { useState } from 'preact/hooks';
import type { InvestmentPlan, InvestorView, WalletView } from '../../../clients/typescript/src/index.ts';
import { euros } from '../../core/format.ts';
import { Notice } from '../../design/feedback.tsx';
import { type PageProps, page } from '../core/page.ts';
import { Section, Title } from '../parts/frame.tsx';
import { Risk } from '../parts/risk.tsx';
import { shellWords } from '../shell/words.ts';
import { StoredPlan } from './plan.tsx';
import { PlanForm } from './plan-form.tsx';
import { automaticWords } from './words.ts';

type Shown = { plan: InvestmentPlan; me: InvestorView; wallet: WalletView | null };

export default page<Shown>({
  read: async (mortar) => {
    const [plan, me, wallet] = await Promise.all([
      mortar.readInvestmentPlan(),
      mortar.readMe(),
      // The provider is asked for it: while that is silent, a plan can be turned off all the same.
      mortar.showWallet().catch(() => null),
    ]);
    return { plan, me, wallet };
  },
  head: () => ({ title: shellWords.value.pages.automaticInvestment }),
  View: AutomaticInvestmentPage,
});

function AutomaticInvestmentPage({ data, reload }: PageProps<Shown>) {
  const t = automaticWords.value;
  const { pages } = shellWords.value;
  const { plan, me } = data;
  return (
    <div class="page narrow">
      <Title above={{ href: '/investments', name: pages.investments }} state={t.state}>
        {pages.automaticInvestment}
      </Title>
      {plan.isOffered ? <NothingNow of={data} /> : <Notice tone="warn">{t.notOffered}</Notice>}
      {(plan.isOffered || plan.updatedAt !== null) && (
        <Section title={t.plan}>
          <StoredPlan plan={plan} />
        </Section>
      )}
      {plan.isOffered && (
        <>
          <Meaning isNew={plan.updatedAt === null} />
          <Risk />
          <Section title={t.form}>
            <PlanForm plan={plan} canSeeRoyalty={me.canSeeRoyalty} reload={reload} />
          </Section>
        </>
      )}
    </div>
  );
}

/** Open until somebody has a plan; what is saved meanwhile moves nothing. */
function Meaning({ isNew }: { isNew: boolean }) {
  const t = automaticWords.value;
  const [isOpen] = useState(isNew);
  return (
    <details class="meaning" open={isOpen}>
      <summary>{t.meaning}</summary>
      <Section title={t.does}>
        <Points of={t.doing} />
      </Section>
      <Section title={t.never}>
        <Points of={t.nevers} />
      </Section>
    </details>
  );
}

function Points({ of }: { of: readonly string[] }) {
  return (
    <ul class="bullets">
      {of.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

type Reason = { sentence: string; way?: { href: string; name: string } };

/** Why a wave of now would buy nothing, as the service says of the account, its wallet and its plan. */
function reasonsOf({ plan, me, wallet }: Shown): Reason[] {
  const t = automaticWords.value;
  const { brickPriceCents, contractTypes } = plan;
  const reasons: Reason[] = [];
  if (me.frozen) reasons.push({ sentence: t.frozen });
  else if (me.transactionRights === 'account-is-being-verified') reasons.push({ sentence: t.beingVerified });
  else if (me.transactionRights === 'account-not-completed')
    reasons.push({ sentence: t.identityFirst, way: { href: '/account/identity', name: t.toIdentity } });
  if (wallet && wallet.availableCents < brickPriceCents) {
    const sentence = t.tooLittle(euros(wallet.availableCents), euros(brickPriceCents));
    reasons.push({ sentence, way: { href: '/wallet/pay-in', name: shellWords.value.pages.payIn } });
  }
  const isRoyaltyAlone = contractTypes.length > 0 && contractTypes.every((type) => type === 'royalty');
  if (isRoyaltyAlone && !me.canSeeRoyalty) reasons.push({ sentence: t.onlyRoyalty });
  return reasons;
}

function NothingNow({ of }: { of: Shown }) {
  const reasons = reasonsOf(of);
  if (reasons.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>{automaticWords.value.nothingNow}</p>
      <ul class="bullets">
        {reasons.map(({ sentence, way }) => (
          <li key={sentence}>
            {sentence} {way && <a href={way.href}>{way.name}</a>}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
