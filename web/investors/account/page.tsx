// The account: who is signed in, how far the identity is, and the ways to everything about it.

import type { InvestmentPlan, InvestorView, Onboarding } from '../../../clients/typescript/src/index.ts';
import { day } from '../../core/format.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Badge, Notice } from '../../design/feedback.tsx';
import { ONBOARDING_TONES, onboardingStates } from '../../design/onboarding-states.ts';
import { hasPlanPage, PLAN_PATH } from '../automatic-investment/plan.tsx';
import { built } from '../core/built.ts';
import { type PageProps, page } from '../core/page.ts';
import { account, signOut } from '../core/session.ts';
import { Facts, Section, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { accountWords } from './words.ts';

const TONES = { ...ONBOARDING_TONES, 'not-started': 'warn' } as const;

/** What stands on the page, as path with the name of its words: those that this installation has. */
const LINKS = [
  ['/account/profile', 'profile'],
  ['/account/security', 'security'],
  ['/notifications', 'notifications'],
  ['/account/bank-accounts', 'bankAccounts'],
  [PLAN_PATH, 'automaticInvestment'],
  ['/taxes', 'taxes'],
  ['/account/referral', 'referral'],
  ['/account/complaints', 'complaints'],
  ['/account/data', 'data'],
] as const;

type Shown = { me: InvestorView; path: Onboarding; plan: InvestmentPlan } | null;

export default page<Shown>({
  // An operator has no investor's account: the API refuses it.
  read: async (mortar) => {
    if (account.value?.isOperator) return null;
    const [me, path, plan] = await Promise.all([mortar.readMe(), mortar.readOnboarding(), mortar.readInvestmentPlan()]);
    return { me, path, plan };
  },
  head: () => ({ title: shellWords.value.pages.account }),
  View: AccountPage,
});

function AccountPage({ data }: PageProps<Shown>) {
  const t = accountWords.value;
  const { pages, signOut: leave } = shellWords.value;
  return (
    <div class="page narrow">
      <Title state={t.state(account.value?.email ?? '')}>{pages.account}</Title>
      {data === null ? (
        <Notice>
          {t.operator} <a href="/console">{shellWords.value.console}</a>
        </Notice>
      ) : (
        <Of of={data} />
      )}
      <p>
        <Button onClick={() => void signOut()}>{leave}</Button>
      </p>
    </div>
  );
}

function Of({ of: { me, path, plan } }: { of: NonNullable<Shown> }) {
  const t = accountWords.value;
  const { pages } = shellWords.value;
  const links = LINKS.filter(([href]) => built.has(href) && (href !== PLAN_PATH || hasPlanPage(plan)));
  return (
    <>
      {me.frozen && <Notice tone="warn">{t.frozen}</Notice>}
      <Facts
        facts={[
          [t.name, me.name],
          [t.email, `${me.email} · ${me.emailVerified ? t.emailProved : t.emailOpen}`],
          [t.mfa, me.mfaEnabled ? t.on : t.off],
          [t.since, day(me.createdAt)],
        ]}
      />
      {!me.emailVerified && (
        <p>
          <ButtonLink href="/verify-email?next=/account" look="primary">
            {t.proveEmail}
          </ButtonLink>
        </p>
      )}
      <Section title={pages.identity}>
        <div class="card">
          <p>
            <Badge tone={TONES[path.state]}>{onboardingStates.value[path.state]}</Badge>
          </p>
          <p>{t.nexts[path.next]}</p>
          {path.dueAt && <p class="strong">{t.before(day(path.dueAt))}</p>}
          <p>
            <a href="/account/identity">{t.toIdentity}</a>
          </p>
        </div>
      </Section>
      <Section title={t.everything}>
        <ul class="ways">
          {links.map(([href, name]) => (
            <li key={href}>
              <a href={href}>{t.ways[name].name}</a>
              <span class="soft">{t.ways[name].note}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
