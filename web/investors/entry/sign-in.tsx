// Signing in; afterwards back to the page that asked for it.

import { useLocation } from 'preact-iso/router';
import { Notice } from '../../design/feedback.tsx';
import { type PageProps, page } from '../core/page.ts';
import { account } from '../core/session.ts';
import { Title } from '../parts/frame.tsx';
import { nextOf } from './next.ts';
import { SignInForm } from './sign-in-form.tsx';
import { entryWords } from './words.ts';

export default page({ head: () => ({ title: entryWords.value.signIn, isHidden: true }), View: SignInPage });

function SignInPage({ address }: PageProps<unknown>) {
  const t = entryWords.value;
  const { route } = useLocation();
  const next = nextOf(address.query.next);
  const carried = address.query.next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
  return (
    <div class="page narrow">
      <Title state={t.signInText}>{t.signIn}</Title>
      {account.value?.isOperator && (
        <Notice tone="warn">
          <p>
            {t.isOperator} <a href="/console">/console</a>
          </p>
        </Notice>
      )}
      <div class="card">
        <SignInForm email={account.value?.email ?? ''} onSignedIn={() => route(next, true)} />
      </div>
      <p>
        <a href="/forgotten-password">{t.forgotten}</a>
      </p>
      <p>
        {t.noAccount} <a href={`/sign-up${carried}`}>{t.signUp}</a>
      </p>
    </div>
  );
}
