// The secret link for the calendar of a phone: made, replaced, removed.

import { useState } from 'preact/hooks';
import type { CalendarFeed, NewCalendarFeed } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { dayAndTime } from '../../core/format.ts';
import { Button, CopyButton } from '../../design/button.tsx';
import { Notice, Refusal } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { Section } from '../parts/frame.tsx';
import { calendarWords } from './words.ts';

export function Feed({ before }: { before: CalendarFeed }) {
  const t = calendarWords.value;
  const [since, setSince] = useState(before.since);
  const [made, setMade] = useState<NewCalendarFeed>();
  const [isRemoved, setRemoved] = useState(false);
  const make = useAction(() => mortar.makeCalendarFeed());
  const remove = useAction(async () => {
    await mortar.removeCalendarFeed();
    return 'removed';
  });
  const makeNow = async () => {
    const feed = await make.run();
    if (!feed) return;
    setMade(feed);
    setSince(feed.since);
    setRemoved(false);
  };
  const removeNow = async () => {
    if (!(await remove.run())) return;
    setMade(undefined);
    setSince(null);
    setRemoved(true);
  };
  return (
    <Section title={t.feed}>
      <p>{t.feedText}</p>
      {made && (
        <Notice tone="good" isLive>
          <p class="strong">{t.link}</p>
          <p class="secret-link">
            <code>{made.url}</code> <CopyButton text={made.url} what={t.theLink} />
          </p>
          <p>{t.linkText}</p>
        </Notice>
      )}
      {isRemoved && <Notice isLive>{t.removed}</Notice>}
      {since !== null && !made && <p class="soft">{t.feedSince(dayAndTime(since))}</p>}
      <p class="row">
        <Button isRunning={make.isRunning} onClick={() => void makeNow()}>
          {since === null ? t.make : t.renew}
        </Button>
        {since !== null && (
          <Button look="quiet" isRunning={remove.isRunning} onClick={() => void removeNow()}>
            {t.remove}
          </Button>
        )}
      </p>
      <Refusal error={make.error ?? remove.error} />
    </Section>
  );
}
