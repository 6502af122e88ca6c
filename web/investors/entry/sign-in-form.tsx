// The form that signs somebody in, with the second factor where it is on: on its page, and over a page whose session has ended.

import { useState } from 'preact/hooks';
import { useAction } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Field, Form } from '../../design/form.tsx';
import { giveCode, mailCode, type SignInStep, signIn } from '../core/session.ts';
import { entryWords } from './words.ts';

type StepProps = { email: string; onStep: (step: SignInStep | undefined) => void };

export function SignInForm({ email: known, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [email, setEmail] = useState(known);
  const onStep = (step: SignInStep | undefined) => {
    setCodeAsked(step === 'code-needed');
    if (step === 'signed-in') onSignedIn();
  };
  return isCodeAsked ? (
    <CodeForm email={email} onStep={onStep} />
  ) : (
    <PasswordForm email={email} onEmail={setEmail} onStep={onStep} />
  );
}

function PasswordForm({ email, onEmail, onStep }: StepProps & { onEmail: (email: string) => void }) {
  const t = entryWords.value;
  const [password, setPassword] = useState('');
  const enter = useAction((_once, ...given: [email: string, password: string]) => signIn(...given));
  const submit = async () => {
    const step = await enter.run(email.trim(), password);
    if (step !== undefined) onStep(step);
  };
  return (
    <Form
      label={t.signIn}
      onSubmit={submit}
      error={enter.error}
      action={
        <Button type="submit" look="primary" isRunning={enter.isRunning}>
          {t.signIn}
        </Button>
      }
    >
      <Field label={t.email} type="email" value={email} onInput={onEmail} isRequired autoComplete="username" />
      <Field
        label={t.password}
        type="password"
        value={password}
        onInput={setPassword}
        isRequired
        autoComplete="current-password"
      />
    </Form>
  );
}

function CodeForm({ email, onStep }: StepProps) {
  const t = entryWords.value;
  const [code, setCode] = useState('');
  const confirm = useAction((_once, given: string) => giveCode(given));
  const again = useAction(async () => {
    await mailCode();
    return 'sent';
  });
  const submit = async () => {
    const step = await confirm.run(code.trim());
    if (step !== undefined) onStep(step);
  };
  return (
    <Form
      label={t.signIn}
      onSubmit={submit}
      error={confirm.error ?? again.error}
      action={
        <>
          <Button type="submit" look="primary" isRunning={confirm.isRunning}>
            {t.confirmCode}
          </Button>
          <Button look="quiet" isRunning={again.isRunning} onClick={() => void again.run()}>
            {t.resend}
          </Button>
          <Button look="quiet" onClick={() => onStep(undefined)}>
            {t.otherAccount}
          </Button>
        </>
      }
    >
      <p>{t.codeText(email)}</p>
      {again.result && (
        <Notice tone="good" isLive>
          {t.resent}
        </Notice>
      )}
      <CodeField value={code} onInput={setCode} />
    </Form>
  );
}

/** Six digits from a mail; a phone offers them as they arrive. */
export function CodeField({ value, onInput }: { value: string; onInput: (value: string) => void }) {
  return (
    <Field
      label={entryWords.value.code}
      value={value}
      onInput={onInput}
      isRequired
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      autoFocus
    />
  );
}
