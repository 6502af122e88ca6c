// Sign-in with the second factor: as a page, and as a dialog over a page whose session has ended.

import { useEffect, useState } from 'preact/hooks';
import { useAction } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Field, Form } from '../../design/form.tsx';
import { account, giveCode, isFactorNeeded, mailCode, type SignInStep, signIn } from '../core/session.ts';
import { useTitle } from '../design/page.tsx';
import { FactorStep } from '../security/sign-in-step.tsx';
import { needsCode, SingleSignOn, SingleSignOnAside, SingleSignOnOutcome } from './single-sign-on.tsx';
import { LanguageSwitch } from './switches.tsx';
import { shellWords } from './words.ts';

export function SignInPage() {
  const t = shellWords.value;
  useTitle(t.signInTitle);
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <p class="brand">
          <BrandMark />
          Mortar
        </p>
        <h1>{t.signInTitle}</h1>
        <p class="soft">{t.signInText}</p>
        <SingleSignOnOutcome />
        <SignInForm email="" isCodeNeeded={needsCode} />
        <SingleSignOn />
      </div>
      <LanguageSwitch />
    </main>
  );
}

export function SessionDialog() {
  const t = shellWords.value;
  return (
    <Dialog title={t.sessionEnded} onClose={() => {}} isModalOnly>
      <p>{t.sessionEndedText}</p>
      <SignInForm email={account.value?.email ?? ''} />
      <SingleSignOnAside />
    </Dialog>
  );
}

/** The bricks of the brand. */
export function BrandMark() {
  return (
    <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect class="brand-wall" width="32" height="32" rx="7" />
      <path d="M6 8h9v4.500H6zm11 0h9v4.500h-9zM6 14h4v4.500H6zm6 0h9v4.500h-9zm11 0h3v4.500h-3zM6 20h9v4.500H6zm11 0h9v4.500h-9z" />
    </svg>
  );
}

function SignInForm({ email: known, isCodeNeeded = false }: { email: string; isCodeNeeded?: boolean }) {
  const [step, setStep] = useState<SignInStep | undefined>(isCodeNeeded ? 'code-needed' : undefined);
  const [email, setEmail] = useState(known);
  if (isFactorNeeded.value) return <FactorStep onStep={setStep} />;
  if (step === 'code-needed') return <CodeForm email={email} onStep={setStep} />;
  return (
    <PasswordForm
      email={email}
      onEmail={setEmail}
      refused={step === 'not-an-administrator' || step === 'without-a-role' ? step : undefined}
      onStep={setStep}
    />
  );
}

type Refused = 'not-an-administrator' | 'without-a-role';
type StepProps = { email: string; onStep: (step: SignInStep | undefined) => void };

function PasswordForm({
  email,
  onEmail,
  refused,
  onStep,
}: StepProps & { onEmail: (email: string) => void; refused: Refused | undefined }) {
  const t = shellWords.value;
  const [password, setPassword] = useState('');
  const enter = useAction((_once, ...given: [email: string, password: string]) => signIn(...given));
  const submit = async () => onStep(await enter.run(email.trim(), password));
  return (
    <Form
      label={t.signInTitle}
      onSubmit={submit}
      error={enter.error}
      action={
        <Button type="submit" look="primary" isRunning={enter.isRunning}>
          {t.signIn}
        </Button>
      }
    >
      {refused && (
        <Notice tone="warn" isLive>
          {refused === 'without-a-role' ? t.withoutRole : t.notAdministrator}
        </Notice>
      )}
      <Field
        label={t.email}
        type="email"
        value={email}
        onInput={onEmail}
        isRequired
        autoComplete="username"
        autoFocus={email === ''}
      />
      <Field
        label={t.password}
        type="password"
        value={password}
        onInput={setPassword}
        isRequired
        autoComplete="current-password"
        autoFocus={email !== ''}
      />
    </Form>
  );
}

function CodeForm({ email, onStep }: StepProps) {
  const t = shellWords.value;
  const [code, setCode] = useState('');
  const confirm = useAction((_once, given: string) => giveCode(given));
  const again = useAction(async () => {
    await mailCode();
    return 'sent';
  });
  // Only the sign-in at the identity provider leaves the address to the service.
  const isUnasked = email === '';
  useEffect(() => {
    if (isUnasked) void again.run();
  }, []);
  const submit = async () => {
    const next = await confirm.run(code.trim());
    if (next !== undefined) onStep(next);
  };
  return (
    <Form
      label={t.signInTitle}
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
      <p>{isUnasked ? t.codeOfSingleSignOn : t.codeText(email)}</p>
      {again.result && !isUnasked && (
        <Notice tone="good" isLive>
          {t.resent}
        </Notice>
      )}
      <Field
        label={t.code}
        value={code}
        onInput={setCode}
        isRequired
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        autoFocus
      />
    </Form>
  );
}
