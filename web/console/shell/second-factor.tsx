// Switches the second factor of the user's sign-in on or off, each by a mailed code.

import { useState } from 'preact/hooks';
import { MortarError } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { CloseButton, Dialog } from '../../design/dialog.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Field, Form } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { account } from '../core/session.ts';
import { factorWords } from './factor-words.ts';

export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const t = factorWords.value;
  const [code, setCode] = useState('');
  const [wasSent, setSent] = useState(false);
  // Of the moment when the dialog opened: the account changes while it stands.
  const [isTurningOn] = useState(account.value?.hasSecondFactor !== true);
  const mailing = useAction(async () => {
    await mortar.toggleOwnMfa({ body: { enabled: isTurningOn } }).catch((error: unknown) => {
      // The dialog was closed and opened again: the code of before can still be typed.
      if (error instanceof MortarError && error.code === '2fa.too-many-attempts') setSent(true);
      throw error;
    });
    setSent(true);
  });
  const confirming = useAction(async (_once, given: string) => {
    const { enabled } = await mortar.confirmOwnMfa({ body: { code: given } });
    if (account.value) account.value = { ...account.value, hasSecondFactor: enabled };
    return { enabled };
  });
  const email = account.value?.email ?? '';
  const title = isTurningOn ? t.turnOn : t.turnOff;
  if (confirming.result) {
    return (
      <Dialog title={title} onClose={onClose} isClosedByFoot foot={<CloseButton onClose={onClose} />}>
        <Notice tone="good" isLive>
          {confirming.result.enabled ? t.isOn : t.isOff}
        </Notice>
      </Dialog>
    );
  }
  const mail = (
    <Button type="submit" look="primary" isRunning={mailing.isRunning}>
      {t.mail}
    </Button>
  );
  const confirm = (
    <>
      <Button type="submit" look="primary" isRunning={confirming.isRunning}>
        {isTurningOn ? t.confirmOn : t.confirmOff}
      </Button>
      <Button look="quiet" isRunning={mailing.isRunning} onClick={() => void mailing.run()}>
        {t.again}
      </Button>
    </>
  );
  const submit = () => {
    if (!wasSent) return void mailing.run();
    mailing.reset();
    return void confirming.run(code.trim());
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form label={title} onSubmit={submit} error={mailing.error ?? confirming.error} action={wasSent ? confirm : mail}>
        <p>{wasSent ? t.sent(email) : isTurningOn ? t.textOn(email) : t.textOff(email)}</p>
        {wasSent && (
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
        )}
      </Form>
    </Dialog>
  );
}
