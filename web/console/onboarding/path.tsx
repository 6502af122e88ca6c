// How far somebody is on the way to a wallet, the link to the provider's page, and a question to the provider now.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AdministrationOnboarding } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Badge, Refusal, Skeleton } from '../../design/feedback.tsx';
import { ONBOARDING_TONES, onboardingStates } from '../../design/onboarding-states.ts';
import { Instant } from '../../design/values.tsx';
import { Facts, Section } from '../design/page.tsx';
import { StartDialog, type Started } from './start-dialog.tsx';
import { onboardingWords } from './words.ts';

const TONES = { ...ONBOARDING_TONES, 'not-started': 'neutral' } as const;

type Props = {
  /** Of whom it is, for the names of the buttons. */
  name: string;
  id: string;
  read: (signal: AbortSignal) => Promise<AdministrationOnboarding>;
  ask: () => Promise<AdministrationOnboarding>;
  /** Absent: the person starts, and nobody else. */
  start?: Started;
  onChanged?: () => void;
  /** What stands below, shown once the path has its height, so that nothing moves under a hand. */
  below?: ComponentChildren;
};

export function OnboardingPath({ name, id, read, ask, start, onChanged, below }: Props) {
  const t = onboardingWords.value;
  const path = useQuery(['onboarding', id], read);
  const [isStarting, setStarting] = useState(false);
  const changed = () => {
    path.reload();
    onChanged?.();
  };
  const asking = useAction(() => ask());
  const linking = useAction(() => (start ? start.run({}) : ask()));
  const act = async (action: typeof asking) => {
    if (await action.run()) changed();
  };
  const { data } = path;
  const isOpened = data?.providerAccountId !== null;
  const section = (
    <Section
      title={t.title}
      action={
        <>
          {start && data && !isOpened && data.version === 'v2' && (
            <Button look="primary" onClick={() => setStarting(true)} fullName={t.startOf(name)}>
              {t.start}
            </Button>
          )}
          {start && data && isOpened && (data.next === 'continue' || data.next === 'update') && (
            <Button onClick={() => void act(linking)} isRunning={linking.isRunning}>
              {t.again}
            </Button>
          )}
          <Button onClick={() => void act(asking)} isRunning={asking.isRunning} disabled={data === undefined}>
            {t.ask}
          </Button>
        </>
      }
    >
      <Refusal error={asking.error ?? linking.error} />
      {data ? <PathFacts path={data} /> : path.error ? <Refusal error={path.error} retry={path.reload} /> : <Skeleton rows={5} />}
      {isStarting && start && (
        <StartDialog
          name={name}
          start={start}
          onClose={() => setStarting(false)}
          onDone={() => {
            setStarting(false);
            changed();
          }}
        />
      )}
    </Section>
  );
  return (
    <>
      {section}
      {(data ?? path.error) !== undefined && below}
    </>
  );
}

function PathFacts({ path }: { path: AdministrationOnboarding }) {
  const t = onboardingWords.value;
  const { state, next, version, since, askedAt, dueAt, refusal, providerAccountId, walletId, url } = path;
  return (
    <div class="card">
      <p>
        <Badge tone={TONES[state]}>{onboardingStates.value[state]}</Badge>
      </p>
      <Facts
        facts={[
          [t.facts.next, t.next[next]],
          ...(dueAt ? ([[t.facts.due, <Instant key="due" at={dueAt} hasTime={false} />]] as const) : []),
          ...(refusal ? ([[t.facts.refusal, refusal]] as const) : []),
          ...(url ? ([[t.facts.link, <PageLink key="link" url={url} />]] as const) : []),
          [t.facts.version, t.versions[version]],
          ...(since ? ([[t.facts.since, <Instant key="since" at={since} />]] as const) : []),
          [t.facts.asked, askedAt ? <Instant key="asked" at={askedAt} /> : <span class="soft">{t.never}</span>],
          ...(providerAccountId ? ([[t.facts.account, <code key="account">{providerAccountId}</code>]] as const) : []),
          ...(walletId ? ([[t.facts.wallet, <code key="wallet">{walletId}</code>]] as const) : []),
        ]}
      />
    </div>
  );
}

function PageLink({ url }: { url: string }) {
  const t = onboardingWords.value;
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    setCopied(true);
  };
  return (
    <span class="card-foot">
      <a href={url} target="_blank" rel="noopener noreferrer">
        {t.open}
      </a>
      <Button look="quiet" onClick={() => void copy()}>
        {isCopied ? t.copied : t.copy}
      </Button>
    </span>
  );
}
