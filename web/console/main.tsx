// Starts the console: the signed-in user, then the page of the address.

import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import './core/choices.ts';
import { useQuery } from '../core/query.ts';
import { watchHistory } from '../core/returning.ts';
import { ButtonLink } from '../design/button.tsx';
import { Empty, Refusal } from '../design/feedback.tsx';
import { builtPaths, places, to } from './addresses.ts';
import { account, readAccount, sessionHasEnded } from './core/session.ts';
import { Page } from './design/page.tsx';
import { pages } from './routes.ts';
import { Shell } from './shell/shell.tsx';
import { SessionDialog, SignInPage } from './shell/sign-in.tsx';
import { shellWords } from './shell/words.ts';

function Console() {
  const session = useQuery(['session'], readAccount);
  if (account.value === undefined) return session.error ? <Refusal error={session.error} retry={session.reload} /> : null;
  if (account.value === null) return <SignInPage />;
  return (
    <LocationProvider scope="/console">
      <Shell>
        <ErrorBoundary>
          <Router>
            {places.flatMap(({ path }) => (pages[path] ? [<Route key={path} path={path} component={pages[path]} />] : []))}
            <Route key="start" path="/console" component={Start} />
            <Route key="none" default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </Shell>
      {sessionHasEnded.value && <SessionDialog />}
    </LocationProvider>
  );
}

function Start() {
  const { route } = useLocation();
  useEffect(() => route(to.today, true), [route]);
  return null;
}

function NotFound() {
  const t = shellWords.value;
  return (
    <Page title={t.notFound}>
      <Empty title={t.notFoundText}>
        <ButtonLink href={to.today}>{t.backToToday}</ButtonLink>
      </Empty>
    </Page>
  );
}

watchHistory();
builtPaths.value = new Set(Object.keys(pages));
const root = document.getElementById('console');
if (root) render(<Console />, root);
