// The application: the page of the address in its frame. The server draws it once, the browser goes on from there.

import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button, ButtonLink } from '../design/button.tsx';
import { Empty, Refusal, Skeleton } from '../design/feedback.tsx';
import { keepFocus } from '../design/focus.ts';
import { mortar } from './core/api.ts';
import { addressOf, type Opened, openPage } from './core/open-page.ts';
import { origin } from './core/origin.ts';
import { platform } from './core/platform.ts';
import { account, sessionHasEnded } from './core/session.ts';
import { useStartOfPage } from './core/start-of-page.ts';
import { SessionDialog } from './entry/session-dialog.tsx';
import { Title } from './parts/frame.tsx';
import { aliasOf, findPlace } from './places.ts';
import { Shell } from './shell/shell.tsx';
import { shellWords } from './shell/words.ts';

/** `first`: what the document was drawn with. */
export function App({ first }: { first: Opened }) {
  const { opened, isLoading, reload } = useOpened(first);
  useTitleOf(opened);
  useStartOfPage(opened.address.path);
  useEffect(keepFocus, []);
  return (
    <>
      <Shell isLoading={isLoading}>
        <Drawn opened={opened} reload={reload} />
      </Shell>
      {sessionHasEnded.value && <SessionDialog />}
    </>
  );
}

function Drawn({ opened, reload }: { opened: Opened; reload: () => void }) {
  const t = shellWords.value;
  if (opened.kind === 'absent') {
    return (
      <div class="page narrow">
        <Title>{t.notFound}</Title>
        <Empty title={t.notFoundText}>
          <p class="row">
            <ButtonLink href="/" look="primary">
              {t.toHome}
            </ButtonLink>
            <ButtonLink href="/projects">{t.toProjects}</ButtonLink>
          </p>
        </Empty>
      </div>
    );
  }
  if (opened.kind === 'failed') {
    return (
      <div class="page narrow">
        <Title>{t.failed}</Title>
        <p>{t.failedText}</p>
        <Refusal error={opened.error} />
        <p>
          <Button look="primary" onClick={reload}>
            {t.retry}
          </Button>{' '}
          <ButtonLink href="/">{t.toHome}</ButtonLink>
        </p>
      </div>
    );
  }
  if (opened.kind === 'waiting') {
    return (
      <div class="page">
        <Title>{t.pages[opened.place.name]}</Title>
        <noscript>
          <p class="notice warn">{t.noScript}</p>
        </noscript>
        <Skeleton rows={4} height="row" />
      </div>
    );
  }
  const { View } = opened.page;
  return <View key={opened.address.path} data={opened.data} address={opened.address} reload={reload} />;
}

/** The page of the address; while the next one is read, the one before stays. */
function useOpened(first: Opened): { opened: Opened; isLoading: boolean; reload: () => void } {
  const { url, route } = useLocation();
  const [opened, setOpened] = useState(first);
  const [isLoading, setLoading] = useState(false);
  const asked = useRef(first.kind === 'waiting' ? undefined : first.address.url);
  const open = async (wanted: string) => {
    asked.current = wanted;
    const address = addressOf(wanted, origin);
    const alias = aliasOf(address.path);
    if (alias !== undefined) {
      route(alias + address.url.slice(address.path.length), true);
      return;
    }
    const place = findPlace(address.path)?.place;
    if (place && !place.isPublic && !account.value) {
      route(`/sign-in?next=${encodeURIComponent(address.url)}`, true);
      return;
    }
    setLoading(true);
    const next = await openPage(mortar, address);
    // Somebody may have gone on meanwhile.
    if (asked.current !== wanted) return;
    setLoading(false);
    setOpened(next);
  };
  useEffect(() => {
    if (asked.current !== url) void open(url);
  }, [url]);
  return { opened, isLoading, reload: () => void open(url) };
}

/** What the browser calls the page. */
export function titleOf(opened: Opened): string {
  const t = shellWords.value;
  const names = { absent: t.notFound, failed: t.failed };
  if (opened.kind === 'shown') return opened.page.head(opened.data).title;
  return opened.kind === 'waiting' ? t.pages[opened.place.name] : names[opened.kind];
}

function useTitleOf(opened: Opened): void {
  const title = titleOf(opened);
  const { name } = platform.value;
  useEffect(() => {
    document.title = title === name ? name : `${title} · ${name}`;
  }, [title, name]);
}
