// The form that signs somebody in, with the second factor where it is on: on its page, and over a page whose session has ended.

import { useState } from 'preact/hooks';
import { useAction } from '../../core/action.ts';
import { PasskeyRefused } from '../../core/passkeys.ts';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Checkbox, Field, Form } from '../../design/form.tsx';
import { giveCode, mailCode, type SignInStep, signIn, signWithPasskey } from '../core/session.ts';
import { entryWords } from './words.ts';

type StepProps = { email: string; onStep: (step: SignInStep | undefined) => void };

export function SignInForm({ email: known, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const [asked, setAsked] = useState<SignInStep>();
  const [email, setEmail] = useState(known);
  const onStep = (step: SignInStep | undefined) => {
    setAsked(step);
    if (step === 'signed-in') onSignedIn();
  };
  if (asked === 'code-needed') return <CodeForm email={email} onStep={onStep} />;
  if (asked === 'passkey-offered') return <PasskeyForm email={email} onStep={onStep} />;
  return <PasswordForm email={email} onEmail={setEmail} onStep={onStep} />;
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

/** A passkey in place of the code, which can be mailed all the same. */
function PasskeyForm({ onStep }: StepProps) {
  const t = entryWords.value;
  const [isTrusted, setTrusted] = useState(false);
  const sign = useAction((_once, trusted: boolean) => signWithPasskey(trusted));
  const mail = useAction(async (): Promise<SignInStep> => {
    await mailCode();
    return 'code-needed';
  });
  const go = async (next: Promise<SignInStep | undefined>) => {
    const step = await next;
    if (step !== undefined) onStep(step);
  };
  const isRefused = sign.error instanceof PasskeyRefused;
  return (
    <Form
      label={t.signIn}
      onSubmit={() => void go(sign.run(isTrusted))}
      error={(isRefused ? undefined : sign.error) ?? mail.error}
      action={
        <>
          <Button type="submit" look="primary" isRunning={sign.isRunning}>
            {t.byPasskey}
          </Button>
          <Button look="quiet" isRunning={mail.isRunning} onClick={() => void go(mail.run())}>
            {t.sendCode}
          </Button>
          <Button look="quiet" onClick={() => onStep(undefined)}>
            {t.otherAccount}
          </Button>
        </>
      }
    >
      <p>{t.passkeyText}</p>
      {isRefused && (
        <Notice tone="warn" isLive>
          {t.passkeyRefused}
        </Notice>
      )}
      <Checkbox label={t.trust} isChecked={isTrusted} onChange={setTrusted} />
    </Form>
  );
}

function CodeForm({ email, onStep }: StepProps) {
  const t = entryWords.value;
  const [code, setCode] = useState('');
  const [isTrusted, setTrusted] = useState(false);
  const confirm = useAction((_once, ...given: [code: string, isTrusted: boolean]) => giveCode(...given));
  const again = useAction(async () => {
    await mailCode();
    return 'sent';
  });
  const submit = async () => {
    const step = await confirm.run(code.trim(), isTrusted);
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
      <Checkbox label={t.trust} isChecked={isTrusted} onChange={setTrusted} />
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
