// The account: who is signed in, and the ways to everything about it.

import type { InvestorView } from '../../../clients/typescript/src/index.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { type PageProps, page } from '../core/page.ts';
import { account, signOut } from '../core/session.ts';
import { Facts, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { accountWords } from './words.ts';

const LINKS = [
  ['/account/profile', 'profile'],
  ['/account/identity', 'identity'],
  ['/account/bank-accounts', 'bankAccounts'],
  ['/account/security', 'security'],
  ['/account/data', 'data'],
  ['/taxes', 'taxes'],
  ['/notifications', 'notifications'],
] as const;

export default page<InvestorView | null>({
  // An operator has no investor's account: the API refuses it.
  read: async (mortar) => (account.value?.isOperator ? null : mortar.readMe()),
  head: () => ({ title: shellWords.value.pages.account }),
  View: AccountPage,
});

function AccountPage({ data: me }: PageProps<InvestorView | null>) {
  const t = accountWords.value;
  const { pages, signOut: leave } = shellWords.value;
  return (
    <div class="page narrow">
      <Title state={t.state(account.value?.email ?? '')}>{pages.account}</Title>
      {me === null && (
        <Notice>
          {t.operator} <a href="/console">{shellWords.value.console}</a>
        </Notice>
      )}
      {me?.frozen && <Notice tone="warn">{t.frozen}</Notice>}
      {me && (
        <>
          <Facts
            facts={[
              [t.name, me.name],
              [t.email, `${me.email} · ${me.emailVerified ? t.emailProved : t.emailOpen}`],
              [t.mfa, me.mfaEnabled ? t.on : t.off],
            ]}
          />
          {!me.emailVerified && (
            <p>
              <ButtonLink href="/verify-email?next=/account" look="primary">
                {t.proveEmail}
              </ButtonLink>
            </p>
          )}
          <ul class="bullets">
            {LINKS.map(([path, name]) => (
              <li key={path}>
                <a href={path}>{pages[name]}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <Button onClick={() => void signOut()}>{leave}</Button>
      </p>
    </div>
  );
}
