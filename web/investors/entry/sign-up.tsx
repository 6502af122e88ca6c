// Opening an account: a name, an address, a password. Then the address is proved.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useAction } from '../../core/action.ts';
import { Button } from '../../design/button.tsx';
import { Field, Form } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { signUp } from '../core/session.ts';
import { Title } from '../parts/frame.tsx';
import { Risk } from '../parts/risk.tsx';
import { nextOf } from './next.ts';
import { entryWords } from './words.ts';

export default page({
  head: () => ({ title: entryWords.value.signUp, description: entryWords.value.signUpText }),
  View: SignUpPage,
});

function SignUpPage({ address }: PageProps<unknown>) {
  const t = entryWords.value;
  const { route } = useLocation();
  const [person, setPerson] = useState({ name: '', email: '', password: '' });
  const set = (name: keyof typeof person) => (value: string) => setPerson((before) => ({ ...before, [name]: value }));
  const [referralCode, setReferralCode] = useState(address.query.referral ?? '');
  const open = useAction(async (_once, given: typeof person, code: string) => {
    if (code !== '') {
      const { referralCodeExists } = await mortar.checkReferralCode({ query: { referralCode: code } });
      if (!referralCodeExists) return 'no-such-code';
    }
    const step = await signUp(given);
    // The account is there: a code that was not taken is given on the page of referral.
    if (code !== '') await mortar.setReferrer({ body: { referralCode: code } }).catch(() => undefined);
    return step;
  });
  const asked = address.query.next;
  const carried = asked === undefined ? '' : `?next=${encodeURIComponent(nextOf(asked))}`;
  const submit = async () => {
    const { name, email, password } = person;
    const step = await open.run({ name: name.trim(), email: email.trim(), password }, referralCode.trim());
    if (step === 'signed-in' || step === 'code-needed') route(`/verify-email${carried}`, true);
  };
  return (
    <div class="page narrow">
      <Title state={t.signUpText}>{t.signUp}</Title>
      <div class="card">
        <Form
          label={t.signUp}
          onSubmit={submit}
          error={open.error}
          action={
            <Button type="submit" look="primary" isRunning={open.isRunning}>
              {t.signUp}
            </Button>
          }
        >
          <Field label={t.name} value={person.name} onInput={set('name')} isRequired autoComplete="name" maxLength={200} />
          <Field
            label={t.email}
            type="email"
            value={person.email}
            onInput={set('email')}
            isRequired
            autoComplete="username"
            maxLength={254}
          />
          <Field
            label={t.password}
            type="password"
            value={person.password}
            onInput={set('password')}
            hint={t.passwordHint}
            isRequired
            autoComplete="new-password"
            maxLength={128}
          />
          <Field
            label={t.referralCode}
            value={referralCode}
            onInput={setReferralCode}
            fault={open.result === 'no-such-code' ? t.noSuchCode : undefined}
            autoComplete="off"
            maxLength={200}
          />
        </Form>
      </div>
      <Risk />
      <p>
        {t.hasAccount} <a href={`/sign-in${carried}`}>{t.signIn}</a>
      </p>
    </div>
  );
}
