// The confirmation that the service asks for before an action: by a passkey where there is one, else by a code that is mailed; the other way is
// always there. Every page that sends one uses this.
//
//   const act = useAction(
//     (once, proof: Proof) => mortar.addBankAccount({ body, ...confirmedBy(proof, once) }),
//     'add a bank account',
//   );
//   <Confirmation asked={{ action: 'bank-account-creation' }} label={t.add} act={act} onDone={() => route('/account/bank-accounts')} />
//
// It stands after what was typed, in place of the button that sends: it is a form of its own, and asks when a button is pressed, never by
// itself. The page holds what is sent; `act` sends it, answers something, and `label` names the button. `asked` is the body of `triggerMfa`, or the
// switch of the second factor; where what is asked changes, give the component a `key`. Actions that have no header `tfa` (a gift card, the
// switch, a new password) send the code themselves: `act` begins with `mortar.confirmCode({ body: { action, code } })`. A refusal of `act` is
// shown here, and the same code is sent again.

import { useRef, useState } from 'preact/hooks';
import { type ConfirmedAction, type MfaTrigger, MortarError } from '../../../clients/typescript/src/index.ts';
import { type Action, type Once, useAction } from '../../core/action.ts';
import { words } from '../../core/language.ts';
import { PasskeyRefused, usePasskey } from '../../core/passkeys.ts';
import { useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Notice, Skeleton } from '../../design/feedback.tsx';
import { Form } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { account } from '../core/session.ts';
import { CodeField } from '../entry/sign-in-form.tsx';

export const confirmationWords = words(
  {
    byPasskey: 'Confirmer avec une clé d’accès',
    byMail: 'Recevoir un code par e-mail',
    mailed: (email: string) => `Un code à six chiffres vient d’être envoyé à ${email}.`,
    again: 'Renvoyer un code',
    refused: 'Le navigateur n’a pas donné de clé d’accès : elle est peut-être sur un autre appareil.',
  },
  {
    byPasskey: 'Confirm with a passkey',
    byMail: 'Send me a code by e-mail',
    mailed: (email) => `A code of six digits was just sent to ${email}.`,
    again: 'Send the code again',
    refused: 'The browser gave no passkey: it may be on another device.',
  },
);

/** What is to be confirmed, with all that it changes. */
export type Asked = MfaTrigger | { action: 'mfa-enabled-update'; enabled: boolean };

type Props<R> = {
  asked: Asked;
  /** Of the form and of its button: what it does, `Retirer 100 €`. */
  label: string;
  act: Action<[proof: Proof], R>;
  onDone: (result: R) => void;
};

/**
 * A code that confirms a request and is no part of it: the same request with another code stays the same, so that one whose answer was lost
 * is not done twice. What is asked for stands in the name of the action.
 */
export class Proof {
  readonly code: string;
  constructor(code: string) {
    this.code = code;
  }
  /** What `useAction` tells requests apart by has no code. */
  toJSON(): string {
    return 'proof';
  }
}

/** For the header `tfa`, beside the key of the request: `mortar.addBankAccount({ body, ...confirmedBy(proof, once) })`. */
export function confirmedBy({ code }: Proof, once: Once): { headers: Once['headers'] & { tfa: string } } {
  return { headers: { ...once.headers, tfa: code } };
}

export function Confirmation<R>({ asked, label, act, onDone }: Props<R>) {
  const t = confirmationWords.value;
  const [code, setCode] = useState('');
  const [isMailed, setMailed] = useState(false);
  const passkeys = usePasskeys(asked);
  const mail = useAction(async () => {
    await mailCode(asked);
    return 'mailed';
  });
  const byPasskey = useCodeOfPasskey(asked, act.error);
  const send = async (given: string | undefined) => {
    const result = given === undefined ? undefined : await act.run(new Proof(given));
    if (result !== undefined) onDone(result);
  };
  const ask = async () => {
    if (await mail.run()) setMailed(true);
  };
  const sign = async () => send(await byPasskey.run());
  if (passkeys === 'unknown') return <Skeleton height="row" />;
  const hasPasskey = passkeys === 'some';
  const errors = [act.error, mail.error, byPasskey.error];
  const isRefused = errors.some((error) => error instanceof PasskeyRefused);
  const usesPasskey = hasPasskey && !isMailed;
  return (
    <Form
      label={label}
      onSubmit={() => void (isMailed ? send(code.trim()) : usesPasskey ? sign() : ask())}
      error={errors.find((error) => error !== undefined && !(error instanceof PasskeyRefused))}
      action={
        <>
          <Button
            type="submit"
            look="primary"
            isRunning={act.isRunning || (usesPasskey ? byPasskey.isRunning : !isMailed && mail.isRunning)}
          >
            {isMailed ? label : usesPasskey ? t.byPasskey : t.byMail}
          </Button>
          {(isMailed || usesPasskey) && (
            <Button look="quiet" isRunning={mail.isRunning} onClick={() => void ask()}>
              {isMailed ? t.again : t.byMail}
            </Button>
          )}
          {hasPasskey && isMailed && (
            <Button look="quiet" isRunning={byPasskey.isRunning} onClick={() => void sign()}>
              {t.byPasskey}
            </Button>
          )}
        </>
      }
    >
      {isRefused && (
        <Notice tone="warn" isLive>
          {t.refused}
        </Notice>
      )}
      {isMailed && (
        <>
          <Notice isLive>{t.mailed(account.value?.email ?? '')}</Notice>
          <CodeField value={code} onInput={setCode} />
        </>
      )}
    </Form>
  );
}

/** Stands where the confirmation comes once what is asked first is there, so that a page shows where it leads. */
export function NotYet({ label }: { label: string }) {
  return (
    <p>
      <Button look="primary" disabled>
        {label}
      </Button>
    </p>
  );
}

/** Whether a passkey of the account can confirm it; one that cannot be read is none. */
function usePasskeys(asked: Asked): 'unknown' | 'some' | 'none' {
  const security = useQuery(['investor-security'], (signal) => mortar.readInvestorSecurity({ signal }));
  if (security.data) return security.data.passkeys.length > 0 && signable(asked) ? 'some' : 'none';
  return security.error === undefined ? 'unknown' : 'none';
}

/** Refusals after which a code is worth nothing any more. */
const CODE_IS_OVER: readonly (string | undefined)[] = ['2fa-code.invalid', '2fa.verification-code.no-verification-context'];

/** The code that a passkey gives: the same again until it is spent, as an action without an answer is repeated with it. */
function useCodeOfPasskey(asked: Asked, refusal: unknown) {
  const given = useRef<string>(undefined);
  return useAction(async () => {
    const body = signable(asked);
    if (!body) throw new Error('an address is proven by its mailbox');
    if (refusal instanceof MortarError && CODE_IS_OVER.includes(refusal.code)) given.current = undefined;
    if (given.current !== undefined) return given.current;
    const { options } = await mortar.askInvestorPasskey({ body });
    const assertion = await usePasskey(options);
    const { code } = await mortar.confirmByPasskey({ body: { asked: body, assertion } });
    given.current = code;
    return code;
  });
}

/** What a passkey can sign: all but a change of address. */
function signable(asked: Asked): ConfirmedAction | undefined {
  return asked.action === 'email-update' ? undefined : asked;
}

async function mailCode(asked: Asked): Promise<void> {
  if (asked.action === 'mfa-enabled-update') await mortar.toggleMfa({ body: { enabled: asked.enabled } });
  else await mortar.triggerMfa({ body: asked });
}
