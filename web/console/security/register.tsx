// Registers a passkey or an authenticator app, once it is proven who asks; and shows the recovery codes, once.

import { useState } from 'preact/hooks';
import type { FactorRegistrationProof, RegisteredFactor, SecondFactorKind } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { makePasskey, PasskeyRefused } from '../../core/passkeys.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Field, Form } from '../../design/form.tsx';
import { door } from '../core/session.ts';
import { securityWords } from './words.ts';

type RegisterProps = { proof: FactorRegistrationProof; onDone: (registered: RegisteredFactor) => void };

/** The person has chosen the kind and proven who they are. */
export function RegisterForm({ kind, ...props }: RegisterProps & { kind: SecondFactorKind }) {
  return kind === 'passkey' ? <PasskeyForm {...props} /> : <AppForm {...props} />;
}

function PasskeyForm({ proof, onDone }: RegisterProps) {
  const t = securityWords.value;
  const [name, setName] = useState('');
  const making = useAction(async (_once, given: string) => {
    const { options } = await door.beginOwnPasskey();
    const attestation = await makePasskey(options);
    return door.registerOwnPasskey({ body: { name: given, attestation, proof } });
  });
  const submit = async () => {
    const registered = await making.run(name.trim());
    if (registered) onDone(registered);
  };
  const isRefused = making.error instanceof PasskeyRefused;
  return (
    <Form
      label={t.addPasskey}
      onSubmit={() => void submit()}
      error={isRefused ? undefined : making.error}
      action={
        <Button type="submit" look="primary" needs={null} isRunning={making.isRunning} disabled={name.trim() === ''}>
          {t.create}
        </Button>
      }
    >
      {isRefused && (
        <Notice tone="warn" isLive>
          {t.refused}
        </Notice>
      )}
      <Field label={t.passkeyName} hint={t.passkeyNameHint} value={name} onInput={setName} isRequired maxLength={100} autoFocus />
    </Form>
  );
}

function AppForm({ proof, onDone }: RegisterProps) {
  const t = securityWords.value;
  const [code, setCode] = useState('');
  const beginning = useAction(() => door.beginOwnAuthenticator());
  const registering = useAction((_once, given: string) => door.registerOwnAuthenticator({ body: { code: given, proof } }));
  const shown = beginning.result;
  const submit = async () => {
    if (!shown) return void beginning.run();
    const registered = await registering.run(code.trim());
    if (registered) onDone(registered);
  };
  return (
    <Form
      label={t.addApp}
      onSubmit={() => void submit()}
      error={beginning.error ?? registering.error}
      action={
        <Button type="submit" look="primary" needs={null} isRunning={beginning.isRunning || registering.isRunning}>
          {shown ? t.register : t.addApp}
        </Button>
      }
    >
      {shown && (
        <>
          <p>{t.appText}</p>
          <p>
            {t.appKey}: <code class="secret-key">{shown.secret}</code>
          </p>
          <p>
            <ButtonLink href={shown.uri}>{t.openApp}</ButtonLink>
          </p>
          <Field
            label={t.appCode}
            value={code}
            onInput={setCode}
            isRequired
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            autoFocus
          />
        </>
      )}
    </Form>
  );
}

export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = securityWords.value;
  return (
    <section aria-label={t.yourCodes}>
      <Notice tone="warn">{t.yourCodesText}</Notice>
      <ul class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button look="primary" needs={null} onClick={onKept}>
        {t.kept}
      </Button>
    </section>
  );
}
