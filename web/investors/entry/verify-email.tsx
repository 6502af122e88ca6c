// The proof of an address: the code that was mailed to it, typed here.

import { useState } from 'preact/hooks';
import { useAction } from '../../core/action.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Form } from '../../design/form.tsx';
import { type PageProps, page } from '../core/page.ts';
import { account, mailProof, proveAddress } from '../core/session.ts';
import { Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { nextOf } from './next.ts';
import { CodeField } from './sign-in-form.tsx';
import { entryWords } from './words.ts';

export default page({ head: () => ({ title: shellWords.value.pages.verifyEmail, isHidden: true }), View: VerifyEmailPage });

function VerifyEmailPage({ address }: PageProps<unknown>) {
  const t = entryWords.value;
  const title = shellWords.value.pages.verifyEmail;
  const email = account.value?.email ?? '';
  const next = address.query.next === undefined ? '/account/identity' : nextOf(address.query.next);
  const [code, setCode] = useState('');
  const prove = useAction(async (_once, given: string) => {
    await proveAddress(email, given);
    return 'proved';
  });
  const again = useAction(async () => {
    await mailProof(email);
    return 'sent';
  });
  return (
    <div class="page narrow">
      <Title state={t.verifyText(email)}>{title}</Title>
      <div class="card">
        {prove.result ? (
          <Notice tone="good" isLive>
            <p>{t.verified}</p>
            <p>
              <ButtonLink href={next} look="primary">
                {address.query.next === undefined ? t.toIdentity : t.goOn}
              </ButtonLink>
            </p>
          </Notice>
        ) : (
          <Form
            label={title}
            onSubmit={() => void prove.run(code.trim())}
            error={prove.error ?? again.error}
            action={
              <>
                <Button type="submit" look="primary" isRunning={prove.isRunning}>
                  {t.confirmCode}
                </Button>
                <Button look="quiet" isRunning={again.isRunning} onClick={() => void again.run()}>
                  {t.resend}
                </Button>
                <ButtonLink href={next} look="quiet">
                  {t.verifyLater}
                </ButtonLink>
              </>
            }
          >
            {again.result && (
              <Notice tone="good" isLive>
                {t.resent}
              </Notice>
            )}
            <CodeField value={code} onInput={setCode} />
          </Form>
        )}
      </div>
    </div>
  );
}
