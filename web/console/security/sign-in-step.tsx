// The second factor at the sign-in: shown, or registered where one is required and there is none; and the dialog before money moves.

import { useState } from 'preact/hooks';
import type { FactorRegistrationProof, SecondFactorKind } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Refusal } from '../../design/feedback.tsx';
import { Field, Form } from '../../design/form.tsx';
import { door, endStepUp, enter, type SignInStep, signOut } from '../core/session.ts';
import { ProofForm } from './proof.tsx';
import { RecoveryCodes, RegisterForm } from './register.tsx';
import { securityWords } from './words.ts';

export function FactorStep({ onStep }: { onStep: (step: SignInStep) => void }) {
  const t = securityWords.value;
  const security = useQuery(['own-security'], (signal) => door.readOwnSecurity({ signal }));
  const goOn = async () => onStep(await enter());
  const leave = (
    <Button look="quiet" onClick={() => void signOut()}>
      {t.otherAccount}
    </Button>
  );
  if (!security.data) return <Refusal error={security.error} retry={security.reload} />;
  if (security.data.state === 'to-register') return <FirstFactor onDone={() => void goOn()} more={leave} />;
  const show = async (proof: Parameters<Parameters<typeof ProofForm>[0]['onProof']>[0]) => {
    await door.showOwnFactor({ body: { proof } });
    await goOn();
  };
  return (
    <>
      <p>{t.proveText}</p>
      <ProofForm label={t.prove} kinds={security.data.kinds} purpose="show-factor" onProof={show} more={leave} />
    </>
  );
}

/** The first factor of an account: by a mailed code. */
export function FirstFactor({
  onDone,
  more,
  kind: wanted,
}: {
  onDone: () => void;
  more?: preact.ComponentChildren;
  kind?: SecondFactorKind;
}) {
  const t = securityWords.value;
  const session = useQuery(['own-address'], () => door.readSession());
  const [kind, setKind] = useState<SecondFactorKind | undefined>(wanted);
  const [proof, setProof] = useState<FactorRegistrationProof>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [code, setCode] = useState('');
  const mailing = useAction(async () => {
    await door.mailFirstFactorCode();
    return true;
  });
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (proof && kind) return <RegisterForm kind={kind} proof={proof} onDone={({ recoveryCodes }) => setCodes(recoveryCodes)} />;
  if (!kind)
    return (
      <>
        <p>{t.firstText(session.data?.user.email ?? '')}</p>
        <p>{t.choosePasskey}</p>
        <p>
          <Button look="primary" needs={null} onClick={() => setKind('passkey')}>
            {t.addPasskey}
          </Button>
        </p>
        <p>{t.chooseApp}</p>
        <p>
          <Button onClick={() => setKind('authenticator')}>{t.addApp}</Button> {more}
        </p>
      </>
    );
  const submit = () => {
    if (!mailing.result) return void mailing.run();
    return setProof({ kind: 'mailed-code', code: code.trim() });
  };
  return (
    <Form
      label={t.firstTitle}
      onSubmit={submit}
      error={mailing.error}
      action={
        <Button type="submit" look="primary" needs={null} isRunning={mailing.isRunning}>
          {mailing.result ? t.confirm : t.mailCode}
        </Button>
      }
    >
      <p>{t.firstText(session.data?.user.email ?? '')}</p>
      {mailing.result && (
        <Field
          label={t.mailedCode}
          value={code}
          onInput={setCode}
          isRequired
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          autoFocus
        />
      )}
    </Form>
  );
}

/** Before a request that asks for the factor again; the request is then sent by itself. */
export function StepUpDialog() {
  const t = securityWords.value;
  const security = useQuery(['own-security'], (signal) => door.readOwnSecurity({ signal }));
  return (
    <Dialog title={t.again} onClose={() => endStepUp(false)}>
      <p>{t.againText}</p>
      {security.data ? (
        <ProofForm
          label={t.again}
          kinds={security.data.kinds}
          purpose="show-factor"
          onProof={async (proof) => {
            await door.showOwnFactor({ body: { proof } });
            endStepUp(true);
          }}
        />
      ) : (
        <Refusal error={security.error} retry={security.reload} />
      )}
    </Dialog>
  );
}
