// What opens the account and what confirms its operations: passkeys, the code at sign-in, the password, sessions and devices.

import { useState } from 'preact/hooks';
import type { InvestorSecurity, InvestorView, OwnSession } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { day } from '../../core/format.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Refusal } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { account, mailNewPasswordCode } from '../core/session.ts';
import { PasswordForm } from '../entry/forgotten-password.tsx';
import { Confirmation, type Proof } from '../parts/confirmation.tsx';
import { Section, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { securityWords } from './words.ts';

type Shown = { security: InvestorSecurity; me: InvestorView; sessions: OwnSession[]; own: string | undefined };

export default page<Shown>({
  read: async (from) => {
    const [security, me, sessions, current] = await Promise.all([
      from.readInvestorSecurity(),
      from.readMe(),
      from.listSessions(),
      from.readSession(),
    ]);
    return { security, me, sessions, own: current?.session.id };
  },
  head: () => ({ title: shellWords.value.pages.security }),
  View: SecurityPage,
});

function SecurityPage({ data: { security, me, sessions, own }, reload }: PageProps<Shown>) {
  const { pages } = shellWords.value;
  return (
    <div class="page narrow">
      <Title above={{ href: '/account', name: pages.account }} state={securityWords.value.state}>
        {pages.security}
      </Title>
      <Passkeys passkeys={security.passkeys} reload={reload} />
      <SignInCode isOn={me.mfaEnabled} devices={security.trustedDevices} reload={reload} />
      <Password />
      <Sessions sessions={sessions} own={own} reload={reload} />
    </div>
  );
}

function SignInCode({
  isOn,
  devices,
  reload,
}: {
  isOn: boolean;
  devices: InvestorSecurity['trustedDevices'];
  reload: () => void;
}) {
  const t = securityWords.value;
  const [isOpen, setOpen] = useState(false);
  const label = isOn ? t.turnOff : t.turnOn;
  const turn = useAction(async (_once, { code }: Proof) => {
    await mortar.confirmCode({ body: { action: 'mfa-enabled-update', code } });
    return 'turned';
  });
  const forget = useAction(async () => {
    await mortar.forgetTrustedDevices();
    reload();
  });
  const done = () => {
    setOpen(false);
    reload();
  };
  return (
    <Section title={t.signInCode}>
      <p>{isOn ? t.codeOn : t.codeOff}</p>
      <p>
        <Button onClick={() => setOpen(true)}>{label}</Button>
      </p>
      {devices.length > 0 && (
        <>
          <p>{t.trusted(devices.length)}</p>
          <ul class="bullets">
            {devices.map(({ trustedAt, until }) => (
              <li key={trustedAt}>{t.trustedUntil(day(trustedAt), day(until))}</li>
            ))}
          </ul>
          <Refusal error={forget.error} />
          <p>
            <Button isRunning={forget.isRunning} onClick={() => void forget.run()}>
              {t.forget}
            </Button>
          </p>
        </>
      )}
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <p>{t.switchText}</p>
          <Confirmation asked={{ action: 'mfa-enabled-update', enabled: !isOn }} label={label} act={turn} onDone={done} />
        </Dialog>
      )}
    </Section>
  );
}

function Password() {
  const t = securityWords.value;
  const email = account.value?.email ?? '';
  const mail = useAction(async () => {
    await mailNewPasswordCode(email);
    return 'mailed';
  });
  return (
    <Section title={t.password}>
      <p>{t.passwordText}</p>
      {mail.result ? (
        <PasswordForm email={email} onSet={() => location.assign('/sign-in?next=/account/security')} />
      ) : (
        <>
          <Refusal error={mail.error} />
          <p>
            <Button isRunning={mail.isRunning} onClick={() => void mail.run()}>
              {t.changePassword}
            </Button>
          </p>
        </>
      )}
    </Section>
  );
}
