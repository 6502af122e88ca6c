// A correction of a verified profile: what should stand there, confirmed by a code by mail.

import { useState } from 'preact/hooks';
import type { InvestorView, NewCorrection } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Form } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { account } from '../core/session.ts';
import { CodeField } from '../entry/sign-in-form.tsx';
import { entryWords } from '../entry/words.ts';
import { ProfileField, type ProfileFieldName, storedValues, type Typed } from './profile-fields.tsx';
import { profileWords } from './profile-words.ts';

type Props = { me: InvestorView; fields: readonly ProfileFieldName[]; onSent: () => void };

export function CorrectionForm({ me, fields, onSent }: Props) {
  const t = profileWords.value;
  const stored = storedValues(me);
  const [typed, setTyped] = useState<Typed>(stored);
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const changed = fields.filter((field) => (typed[field] ?? '') !== (stored[field] ?? ''));
  const mail = useAction(async () => {
    await mortar.triggerMfa({ body: { action: 'profile-correction' } });
    return 'mailed';
  });
  const send = useAction((_once, body: NewCorrection, tfa: string) => mortar.requestCorrection({ body, headers: { tfa } }));
  const submit = async () => {
    setTried(true);
    if (changed.length === 0) return;
    if (!mail.result) return void mail.run();
    // Border: the fields are those that the service lets be corrected.
    const body = Object.fromEntries(changed.map((field) => [field, typed[field]])) as NewCorrection;
    if (await send.run(body, code.trim())) onSent();
  };
  return (
    <Form
      label={t.correct}
      onSubmit={() => void submit()}
      error={send.error ?? mail.error}
      action={
        <>
          <Button type="submit" look="primary" isRunning={send.isRunning || mail.isRunning}>
            {mail.result ? t.send : entryWords.value.sendCode}
          </Button>
          {mail.result && (
            <Button look="quiet" isRunning={mail.isRunning} onClick={() => void mail.run()}>
              {entryWords.value.resend}
            </Button>
          )}
        </>
      }
    >
      {fields.map((field) => (
        <ProfileField key={field} field={field} typed={typed} onTyped={setTyped} error={send.error} />
      ))}
      {isTried && changed.length === 0 && (
        <p class="fault" role="alert">
          {t.nothingChanged}
        </p>
      )}
      {mail.result && (
        <>
          <Notice isLive>{entryWords.value.codeText(account.value?.email ?? '')}</Notice>
          <CodeField value={code} onInput={setCode} />
        </>
      )}
    </Form>
  );
}
