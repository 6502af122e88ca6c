// Using a gift card: its code brings its amount into the wallet.

import { useState } from 'preact/hooks';
import { useAction } from '../../core/action.ts';
import { euros } from '../../core/format.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Field, Form, faultOf } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { page } from '../core/page.ts';
import { Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { walletWords } from './words.ts';

export default page({ head: () => ({ title: shellWords.value.pages.redeemGiftCard }), View: RedeemPage });

function RedeemPage() {
  const t = walletWords.value;
  const { redeemGiftCard: title, giftCards } = shellWords.value.pages;
  const [code, setCode] = useState('');
  const redeem = useAction(
    (once, given: string) => mortar.redeemGiftCard({ body: { code: given }, ...once }),
    'redeem-gift-card',
  );
  return (
    <div class="page narrow">
      <Title above={{ href: '/wallet/gift-cards', name: giftCards }} state={t.redeemState}>
        {title}
      </Title>
      <div class="card">
        {redeem.result ? (
          <Notice tone="good" isLive>
            <p>{t.redeemed(euros(redeem.result.amountCents))}</p>
            <p>
              <ButtonLink href="/wallet">{t.toWallet}</ButtonLink>
            </p>
          </Notice>
        ) : (
          <Form
            label={title}
            onSubmit={() => void redeem.run(code.trim())}
            error={redeem.error}
            action={
              <Button type="submit" look="primary" isRunning={redeem.isRunning}>
                {t.redeem}
              </Button>
            }
          >
            <Field
              label={t.token}
              name="code"
              value={code}
              onInput={setCode}
              isRequired
              fault={faultOf(redeem.error, 'code')}
              autoComplete="off"
            />
          </Form>
        )}
      </div>
    </div>
  );
}
