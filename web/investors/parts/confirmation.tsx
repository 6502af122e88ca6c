// The confirmation that the service asks for before an action: a code by mail. Every page that sends one uses this.
//
//   const act = useAction(
//     (once, code: string) => mortar.addBankAccount({ body, ...confirmedBy(code, once) }),
//     'add a bank account',
//   );
//   <Confirmation asked={{ action: 'bank-account-creation' }} label={t.add} act={act} onDone={() => route('/account/bank-accounts')} />
//
// It stands after what was typed, in place of the button that sends: it is a form of its own, and asks for a code when a button is pressed, never
// by itself. The page holds what is sent; `act` sends it and `label` names the button. `asked` is the body of `triggerMfa`, or the switch of
// the second factor; where what is asked changes, give the component a `key`. Actions that have no header `tfa` (a gift card, the switch,
// a new password) send the code themselves: `act` begins with `mortar.confirmCode({ body: { action, code } })`. A refusal of `act` is shown
// here, and the same code is sent again.

import { useState } from 'preact/hooks';
import type { MfaTrigger } from '../../../clients/typescript/src/index.ts';
import { type Action, type Once, useAction } from '../../core/action.ts';
import { words } from '../../core/language.ts';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Form } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { account } from '../core/session.ts';
import { CodeField } from '../entry/sign-in-form.tsx';

export const confirmationWords = words(
  {
    byMail: 'Recevoir un code par e-mail',
    mailed: (email: string) => `Un code à six chiffres vient d’être envoyé à ${email}.`,
    again: 'Renvoyer un code',
  },
  {
    byMail: 'Send me a code by e-mail',
    mailed: (email) => `A code of six digits was just sent to ${email}.`,
    again: 'Send the code again',
  },
);

/** What is to be confirmed, with all that it changes. */
export type Asked = MfaTrigger | { action: 'mfa-enabled-update'; enabled: boolean };

type Props<R> = {
  asked: Asked;
  /** Of the form and of its button: what it does, `Retirer 100 €`. */
  label: string;
  act: Action<[code: string], R>;
  onDone: (result: R) => void;
};

/** For the header `tfa`, beside the key of the request: `mortar.addBankAccount({ body, ...confirmedBy(code, once) })`. */
export function confirmedBy(code: string, once: Once): { headers: Once['headers'] & { tfa: string } } {
  return { headers: { ...once.headers, tfa: code } };
}

export function Confirmation<R>({ asked, label, act, onDone }: Props<R>) {
  const t = confirmationWords.value;
  const [code, setCode] = useState('');
  const mail = useAction(async () => {
    await mailCode(asked);
    return 'mailed';
  });
  const [isMailed, setMailed] = useState(false);
  const send = async (typed: string) => {
    const result = await act.run(typed);
    if (result !== undefined) onDone(result);
  };
  const ask = async () => {
    if (await mail.run()) setMailed(true);
  };
  return (
    <Form
      label={label}
      onSubmit={() => void (isMailed ? send(code.trim()) : ask())}
      error={act.error ?? mail.error}
      action={
        isMailed ? (
          <>
            <Button type="submit" look="primary" isRunning={act.isRunning}>
              {label}
            </Button>
            <Button look="quiet" isRunning={mail.isRunning} onClick={() => void mail.run()}>
              {t.again}
            </Button>
          </>
        ) : (
          <Button type="submit" look="primary" isRunning={mail.isRunning}>
            {t.byMail}
          </Button>
        )
      }
    >
      {isMailed && (
        <>
          <Notice isLive>{t.mailed(account.value?.email ?? '')}</Notice>
          <CodeField value={code} onInput={setCode} />
        </>
      )}
    </Form>
  );
}

async function mailCode(asked: Asked): Promise<void> {
  if (asked.action === 'mfa-enabled-update') await mortar.toggleMfa({ body: { enabled: asked.enabled } });
  else await mortar.triggerMfa({ body: asked });
}
