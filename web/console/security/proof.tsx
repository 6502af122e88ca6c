// Shows a second factor: a passkey, a code of the app, or a recovery code.

import { useState } from 'preact/hooks';
import type { FactorProof, SecondFactorKind } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { PasskeyRefused, usePasskey } from '../../core/passkeys.ts';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Field, Form } from '../../design/form.tsx';
import { door } from '../core/session.ts';
import { securityWords } from './words.ts';

type ProofProps = {
  label: string;
  kinds: readonly SecondFactorKind[];
  purpose: 'show-factor' | 'change-factors';
  /** Sends the proof; what it throws is shown here. */
  onProof: (proof: FactorProof) => Promise<unknown>;
  /** More buttons. */
  more?: preact.ComponentChildren;
};

export function ProofForm({ label, kinds, purpose, onProof, more }: ProofProps) {
  const t = securityWords.value;
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const byCode = useAction((_once, typed: string) =>
    onProof(isRecovery ? { kind: 'recovery-code', code: typed } : { kind: 'authenticator', code: typed }),
  );
  const byPasskey = useAction(async () => {
    const { options } = await door.challengeOwnPasskey({ body: { purpose } });
    return onProof({ kind: 'passkey', assertion: await usePasskey(options) });
  });
  const hasCode = isRecovery || kinds.includes('authenticator');
  const hasPasskey = !isRecovery && kinds.includes('passkey');
  const error = byCode.error ?? byPasskey.error;
  const isRefused = error instanceof PasskeyRefused;
  const switchWay = () => {
    byCode.reset();
    byPasskey.reset();
    setCode('');
    setRecovery(!isRecovery);
  };
  const submit = () => {
    if (hasCode) return void byCode.run(code.trim());
    return void byPasskey.run();
  };
  return (
    <Form
      label={label}
      onSubmit={submit}
      error={isRefused ? undefined : error}
      action={
        <>
          {hasCode && (
            <Button type="submit" look="primary" needs={null} isRunning={byCode.isRunning}>
              {t.confirm}
            </Button>
          )}
          {hasPasskey && (
            <Button
              look={hasCode ? 'plain' : 'primary'}
              type={hasCode ? 'button' : 'submit'}
              needs={null}
              isRunning={byPasskey.isRunning}
              {...(hasCode ? { onClick: () => void byPasskey.run() } : {})}
            >
              {t.usePasskey}
            </Button>
          )}
          <Button look="quiet" onClick={switchWay}>
            {isRecovery ? t.withCode : t.withRecovery}
          </Button>
          {more}
        </>
      }
    >
      {isRefused && (
        <Notice tone="warn" isLive>
          {t.refused}
        </Notice>
      )}
      {hasCode && (
        <Field
          label={isRecovery ? t.recoveryCode : t.appCode}
          value={code}
          onInput={setCode}
          isRequired
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          maxLength={isRecovery ? 40 : 6}
          autoFocus
        />
      )}
    </Form>
  );
}
