// A new password by a code that is mailed.

import { useState } from 'preact/hooks';
import { useAction } from '../../core/action.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Field, Form } from '../../design/form.tsx';
import { page } from '../core/page.ts';
import { mailNewPasswordCode, setNewPassword } from '../core/session.ts';
import { Title } from '../parts/frame.tsx';
import { CodeField } from './sign-in-form.tsx';
import { entryWords } from './words.ts';

export default page({ head: () => ({ title: entryWords.value.forgotten, isHidden: true }), View: ForgottenPasswordPage });

function ForgottenPasswordPage() {
  const t = entryWords.value;
  const [email, setEmail] = useState('');
  const [isMailed, setMailed] = useState(false);
  const [isSet, setSet] = useState(false);
  return (
    <div class="page narrow">
      <Title state={t.forgottenText}>{t.forgotten}</Title>
      <div class="card">
        {isSet ? (
          <Notice tone="good" isLive>
            <p>{t.passwordSet}</p>
            <p>
              <ButtonLink href="/sign-in" look="primary">
                {t.signIn}
              </ButtonLink>
            </p>
          </Notice>
        ) : isMailed ? (
          <PasswordForm email={email.trim()} onSet={() => setSet(true)} />
        ) : (
          <AddressForm email={email} onEmail={setEmail} onMailed={() => setMailed(true)} />
        )}
      </div>
    </div>
  );
}

function AddressForm({ email, onEmail, onMailed }: { email: string; onEmail: (email: string) => void; onMailed: () => void }) {
  const t = entryWords.value;
  const ask = useAction(async (_once, to: string) => {
    await mailNewPasswordCode(to);
    return 'mailed';
  });
  const submit = async () => {
    if (await ask.run(email.trim())) onMailed();
  };
  return (
    <Form
      label={t.forgotten}
      onSubmit={submit}
      error={ask.error}
      action={
        <Button type="submit" look="primary" isRunning={ask.isRunning}>
          {t.sendCode}
        </Button>
      }
    >
      <Field label={t.email} type="email" value={email} onInput={onEmail} isRequired autoComplete="username" />
    </Form>
  );
}

/** For an address to which a code was just mailed. */
export function PasswordForm({ email, onSet }: { email: string; onSet: () => void }) {
  const t = entryWords.value;
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const set = useAction(async (_once, ...given: [code: string, password: string]) => {
    await setNewPassword(email, ...given);
    return 'set';
  });
  const submit = async () => {
    if (await set.run(code.trim(), password)) onSet();
  };
  return (
    <Form
      label={t.forgotten}
      onSubmit={submit}
      error={set.error}
      action={
        <Button type="submit" look="primary" isRunning={set.isRunning}>
          {t.setPassword}
        </Button>
      }
    >
      <p>{t.codeText(email)}</p>
      <CodeField value={code} onInput={setCode} />
      <Field
        label={t.newPassword}
        type="password"
        value={password}
        onInput={setPassword}
        hint={t.passwordHint}
        isRequired
        autoComplete="new-password"
        maxLength={128}
      />
    </Form>
  );
}
