// The page behind the link of an invitation: a name and a password, and the console is open.

import { useState } from 'preact/hooks';
import { useAction } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Field, Form, faultOf } from '../../design/form.tsx';
import { administratorWords } from '../administrators/words.ts';
import { acceptInvitation } from '../core/session.ts';
import { useTitle } from '../design/page.tsx';
import { BrandMark } from './sign-in.tsx';
import { LanguageSwitch } from './switches.tsx';

export const invitationPath = '/console/invitation';

/** Kept here alone: neither the address bar nor the history of a shared machine has it any longer. */
function takeToken(): string {
  const token = location.hash.slice(1);
  history.replaceState(null, '', invitationPath);
  return token;
}

export function InvitationPage() {
  const t = administratorWords.value;
  const [token] = useState(takeToken);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const accepting = useAction((_once, ...given: [token: string, name: string, password: string]) => acceptInvitation(...given));
  useTitle(t.accept);
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <p class="brand">
          <BrandMark />
          Mortar
        </p>
        <h1>{t.accept}</h1>
        {token === '' ? (
          <>
            <Notice tone="warn">{t.noLink}</Notice>
            <p>
              <a href="/console">{t.toSignIn}</a>
            </p>
          </>
        ) : (
          <>
            <p class="soft">{t.acceptText}</p>
            <Form
              label={t.accept}
              onSubmit={() => void accepting.run(token, name.trim(), password)}
              error={accepting.error}
              action={
                <Button type="submit" look="primary" isRunning={accepting.isRunning} disabled={name.trim() === ''}>
                  {t.acceptAction}
                </Button>
              }
            >
              <Field
                label={t.name}
                value={name}
                onInput={setName}
                isRequired
                maxLength={100}
                autoComplete="name"
                autoFocus
                fault={faultOf(accepting.error, 'name')}
              />
              <Field
                label={t.password}
                hint={t.passwordHint}
                type="password"
                value={password}
                onInput={setPassword}
                isRequired
                autoComplete="new-password"
                maxLength={128}
                fault={faultOf(accepting.error, 'password')}
              />
            </Form>
          </>
        )}
      </div>
      <LanguageSwitch />
    </main>
  );
}
