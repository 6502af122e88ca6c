// The identity as a path: where somebody is, what to do next, and the way to the page of the provider.

import type { InvestorView, Onboarding } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { day, dayAndTime } from '../../core/format.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Notice, Refusal } from '../../design/feedback.tsx';
import { onboardingStates } from '../../design/onboarding-states.ts';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { platform } from '../core/platform.ts';
import { Facts, Section, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { CompanyForm, DocumentForm } from './hand-in.tsx';
import { identityWords } from './identity-words.ts';
import { Path } from './path.tsx';
import { accountWords } from './words.ts';

type Identity = { path: Onboarding; me: InvestorView };

export default page<Identity>({
  read: async (reader) => {
    const [path, me] = await Promise.all([reader.readOnboarding(), reader.readMe()]);
    return { path, me };
  },
  head: () => ({ title: shellWords.value.pages.identity }),
  View: IdentityPage,
});

function IdentityPage({ data: { path, me }, reload }: PageProps<Identity>) {
  const t = identityWords.value;
  const { pages } = shellWords.value;
  const { state, next, since, dueAt, usualHours } = path;
  return (
    <div class="page narrow">
      <Title above={{ href: '/account', name: pages.account }} state={t.state}>
        {pages.identity}
      </Title>
      <Path steps={path.steps} />
      <Section title={t.next}>
        <p class="strong">{accountWords.value.nexts[next]}</p>
        <Facts
          facts={[
            [t.step, onboardingStates.value[state]],
            [t.since, since && dayAndTime(since)],
            [t.usual, usualHours && t.hours(usualHours)],
            [t.due, dueAt && day(dueAt)],
          ]}
        />
        {!me.emailVerified && (
          <p>
            <ButtonLink href="/verify-email?next=/account/identity">{accountWords.value.proveEmail}</ButtonLink>
          </p>
        )}
        <Next path={path} me={me} reload={reload} />
      </Section>
    </div>
  );
}

function Next({ path: { next, url }, me, reload }: Identity & { reload: () => void }) {
  const t = identityWords.value;
  const begin = useAction(async () => {
    const started = await mortar.startOnboarding();
    if (started.url !== null) location.assign(started.url);
    return started;
  });
  switch (next) {
    case 'save-profile':
      return (
        <p>
          <ButtonLink href="/account/profile" look="primary">
            {t.toProfile}
          </ButtonLink>
        </p>
      );
    case 'hand-in-company':
      return <CompanyForm onDone={reload} />;
    case 'hand-in-documents':
      return <DocumentForm documents={me.identityDocuments} onDone={reload} />;
    case 'contact-support':
      return (
        <Notice tone="warn">
          <p>{t.support}</p>
          <p>
            <a href={`mailto:${platform.value.contact}`}>{platform.value.contact}</a>
          </p>
        </Notice>
      );
    case 'wait':
      return (
        <p>
          <Button onClick={reload}>{t.lookAgain}</Button>
        </p>
      );
    case 'nothing':
      return (
        <p>
          <ButtonLink href="/projects" look="primary">
            {t.toProjects}
          </ButtonLink>
        </p>
      );
    case 'start':
    case 'continue':
    case 'update':
      return (
        <>
          <p>{t.isAway}</p>
          <p>
            <Button look="primary" isRunning={begin.isRunning} onClick={() => void begin.run()}>
              {next === 'start' ? t.begin : url === null ? t.again : t.resume}
            </Button>
          </p>
          <Refusal error={begin.error} />
        </>
      );
  }
}
