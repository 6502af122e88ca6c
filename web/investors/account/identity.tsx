// The identity as a path: where somebody is, what to do next, and the way to the page of the provider.

import type { Onboarding } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { day } from '../../core/format.ts';
import { Button } from '../../design/button.tsx';
import { Refusal } from '../../design/feedback.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { Facts, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { accountWords } from './words.ts';

export default page<Onboarding>({
  read: (reader) => reader.readOnboarding(),
  head: () => ({ title: shellWords.value.pages.identity }),
  View: IdentityPage,
});

function IdentityPage({ data: { state, next, url, dueAt, version } }: PageProps<Onboarding>) {
  const t = accountWords.value;
  const { pages } = shellWords.value;
  const begin = useAction(async () => {
    const started = await mortar.startOnboarding();
    if (started.url !== null) location.assign(started.url);
    return started;
  });
  const isHere = version === 'v2' && ['start', 'continue', 'update'].includes(next);
  return (
    <div class="page narrow">
      <Title above={{ href: '/account', name: pages.account }} state={t.identityState}>
        {pages.identity}
      </Title>
      <Facts
        facts={[
          [t.step, t.states[state]],
          [t.next, t.nexts[next]],
          [t.due, dueAt && day(dueAt)],
        ]}
      />
      {isHere && (
        <>
          <p>{t.isAway}</p>
          <p>
            <Button look="primary" isRunning={begin.isRunning} onClick={() => void begin.run()}>
              {next === 'start' ? t.begin : url === null ? t.again : t.openProvider}
            </Button>
          </p>
        </>
      )}
      <Refusal error={begin.error} />
    </div>
  );
}
