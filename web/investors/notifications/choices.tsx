// Which news is mailed, topic by topic; each choice holds at once.

import { useState } from 'preact/hooks';
import type { MailChoice, MailChoices } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { Notice, Refusal } from '../../design/feedback.tsx';
import { Checkbox } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { Section, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { notificationWords } from './words.ts';

export default page<MailChoices>({
  read: (mortar) => mortar.readMailChoices(),
  head: () => ({ title: shellWords.value.pages.mailChoices }),
  View: MailChoicesPage,
});

function MailChoicesPage({ data }: PageProps<MailChoices>) {
  const t = notificationWords.value;
  const { pages } = shellWords.value;
  return (
    <div class="page narrow">
      <Title above={{ href: '/notifications', name: pages.notifications }} state={t.choicesState}>
        {pages.mailChoices}
      </Title>
      {data.topics.map((choice) => (
        <Choice key={choice.topic} before={choice} />
      ))}
      <Section title={t.always}>
        <p>{t.alwaysText}</p>
      </Section>
    </div>
  );
}

/** Shows what was chosen at once, and what it was before again where the service did not take it. */
function Choice({ before: { topic, isMailed } }: { before: MailChoice }) {
  const t = notificationWords.value;
  const [isWanted, setWanted] = useState(isMailed);
  const choose = useAction((_once, wanted: boolean) => mortar.chooseMail({ body: { topic, isMailed: wanted } }));
  const change = async (wanted: boolean) => {
    setWanted(wanted);
    if (!(await choose.run(wanted))) setWanted(!wanted);
  };
  return (
    <>
      <Checkbox label={t.topics[topic]} isChecked={isWanted} onChange={(wanted) => void change(wanted)} />
      <div role="status">{choose.result && <Notice tone="good">{t.saved}</Notice>}</div>
      <Refusal error={choose.error} />
    </>
  );
}
