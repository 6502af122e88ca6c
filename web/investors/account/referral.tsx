// Referral: the code and its link, who came by it, what was earned, and who referred oneself.

import { useState } from 'preact/hooks';
import type { PageOfReferee, PageOfReferralReward, Referrals, ReferredPerson } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { count, day, euros } from '../../core/format.ts';
import { Button, CopyButton } from '../../design/button.tsx';
import { Empty, Notice } from '../../design/feedback.tsx';
import { Field, Form } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { platform } from '../core/platform.ts';
import { Facts, Rows, Section, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { referralWords } from './referral-words.ts';

type Shown = { referrals: Referrals; referees: PageOfReferee; rewards: PageOfReferralReward };
const SHOWN = 100;

export default page<Shown>({
  read: async (reader) => {
    const query = { limit: SHOWN };
    const [referrals, referees, rewards] = await Promise.all([
      reader.readReferrals(),
      reader.listReferees({ query }),
      reader.listReferralRewards({ query }),
    ]);
    return { referrals, referees, rewards };
  },
  head: () => ({ title: shellWords.value.pages.referral }),
  View: ReferralPage,
});

const nameOf = ({ firstName, lastInitial }: ReferredPerson) =>
  [firstName, lastInitial && `${lastInitial}.`].filter(Boolean).join(' ') || referralWords.value.nobody;

function ReferralPage({ data: { referrals, referees, rewards }, reload }: PageProps<Shown>) {
  const t = referralWords.value;
  const { pages } = shellWords.value;
  const { referralCode, referrer, refereeCount, rewards: sums } = referrals;
  const link = `${platform.value.address}/sign-up?referral=${encodeURIComponent(referralCode)}`;
  return (
    <div class="page narrow">
      <Title above={{ href: '/account', name: pages.account }} state={t.state}>
        {pages.referral}
      </Title>
      <Section title={t.mine} note={t.mineNote}>
        <p class="copied">
          <code>{referralCode}</code> <CopyButton text={referralCode} what={t.code} />
        </p>
        <p class="copied">
          <code>{link}</code> <CopyButton text={link} what={t.link} />
        </p>
      </Section>
      <Section title={t.earned} note={t.earnedNote}>
        <Facts
          facts={[
            [t.refereeCount, count(refereeCount)],
            [t.total, euros(sums.amountCents)],
            [t.paid, euros(sums.paidCents)],
            [t.due, euros(sums.dueCents)],
            [t.waiting, euros(sums.waitingForInvoiceCents)],
          ]}
        />
        {sums.waitingForInvoiceCents > 0 && <Notice>{t.invoice}</Notice>}
      </Section>
      <Referred referees={referees} />
      {rewards.items.length > 0 && <Rewards rewards={rewards} />}
      <Section title={t.myReferrer}>{referrer ? <p>{nameOf(referrer)}</p> : <ReferrerForm onNamed={reload} />}</Section>
    </div>
  );
}

function Referred({ referees: { items, nextCursor } }: { referees: PageOfReferee }) {
  const t = referralWords.value;
  return (
    <Section title={t.referees}>
      {items.length === 0 ? (
        <Empty title={t.none}>{t.noneText}</Empty>
      ) : (
        <Rows
          title={t.referees}
          rows={items}
          keyOf={(row) => `${row.signedUpAt} ${nameOf(row)}`}
          columns={[
            { name: t.person, show: nameOf },
            { name: t.since, show: ({ signedUpAt }) => day(signedUpAt) },
            { name: t.until, show: ({ rewardedUntil }) => day(rewardedUntil) },
            { name: t.reward, isNumber: true, show: ({ rewardCents }) => euros(rewardCents) },
          ]}
        />
      )}
      {nextCursor !== null && <p class="soft">{t.first(count(SHOWN))}</p>}
    </Section>
  );
}

function Rewards({ rewards: { items, nextCursor } }: { rewards: PageOfReferralReward }) {
  const t = referralWords.value;
  return (
    <Section title={t.rewards}>
      <Rows
        title={t.rewards}
        rows={items}
        keyOf={({ id }) => id}
        columns={[
          { name: t.date, show: ({ createdAt }) => day(createdAt) },
          { name: t.project, show: (row) => <a href={`/projects/${row.propertyId}`}>{row.propertyName}</a> },
          { name: t.person, show: ({ referee }) => nameOf(referee) },
          { name: t.reward, isNumber: true, show: ({ amountCents }) => euros(amountCents) },
          { name: t.paid, isNumber: true, show: ({ paidCents }) => euros(paidCents) },
        ]}
      />
      {nextCursor !== null && <p class="soft">{t.first(count(SHOWN))}</p>}
    </Section>
  );
}

function ReferrerForm({ onNamed }: { onNamed: () => void }) {
  const t = referralWords.value;
  const [code, setCode] = useState('');
  const name = useAction((_once, referralCode: string) => mortar.setReferrer({ body: { referralCode } }));
  const submit = async () => {
    if ((await name.run(code))?.isReferrer) onNamed();
  };
  return (
    <Form
      label={t.myReferrer}
      onSubmit={() => void submit()}
      error={name.error}
      action={
        <Button type="submit" isRunning={name.isRunning}>
          {t.nameReferrer}
        </Button>
      }
    >
      <Field
        label={t.referrerCode}
        value={code}
        onInput={setCode}
        hint={t.referrerHint}
        fault={name.result && !name.result.isReferrer ? t.noReferrer : undefined}
        autoComplete="off"
        maxLength={200}
        isRequired
      />
    </Form>
  );
}
