// The story of a delay, oldest first.

import type { StoryEvent } from '../../../clients/typescript/src/index.ts';
import { day, euros, ofMonth } from '../../core/format.ts';
import { investmentWords } from '../investments/words.ts';
import { Section } from '../parts/frame.tsx';

export function Story({ story }: { story: readonly StoryEvent[] }) {
  const t = investmentWords.value;
  return (
    <Section title={t.story} note={t.storyNote}>
      <ol class="story">
        {story.map((event, index) => (
          <li key={index}>
            <time dateTime={event.date}>{day(event.date)}</time>
            {sentenceOf(event)}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function sentenceOf({ kind, amountCents, period, durationInMonths }: StoryEvent): string {
  const t = investmentWords.value;
  const of = period === null ? '' : ofMonth(period);
  if (kind === 'prolonged') return t.events.prolonged(t.lasting(durationInMonths ?? 0));
  return t.events[kind](euros(amountCents ?? 0), of);
}
