// Starts the console: the signed-in user, then the page of the address.

import { type ComponentChildren, render } from 'preact';
import { useEffect } from 'preact/hooks';
import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import './core/choices.ts';
import { useQuery } from '../core/query.ts';
import { watchHistory } from '../core/returning.ts';
import { ButtonLink } from '../design/button.tsx';
import { Face } from '../design/face.ts';
import { Empty, Refusal } from '../design/feedback.tsx';
import { Needs } from '../design/permissions.tsx';
import { builtPaths, placeOf, places, to } from './addresses.ts';
import { account, isSteppingUp, may, readAccount, sessionHasEnded } from './core/session.ts';
import { consoleFace } from './design/own-words.tsx';
import { Page } from './design/page.tsx';
import { ownRoles, permissionWords } from './design/permission-words.ts';
import { pages } from './routes.ts';
import { StepUpDialog } from './security/sign-in-step.tsx';
import { InvitationPage, invitationPath } from './shell/invitation.tsx';
import { Shell } from './shell/shell.tsx';
import { SessionDialog, SignInPage } from './shell/sign-in.tsx';
import { watchSurroundings } from './shell/warnings.tsx';
import { shellWords } from './shell/words.ts';

function Console() {
  const session = useQuery(['session'], readAccount);
  if (account.value === undefined) return session.error ? <Refusal error={session.error} retry={session.reload} /> : null;
  if (location.pathname === invitationPath) return <InvitationPage />;
  if (account.value === null) return <SignInPage />;
  return (
    <LocationProvider scope="/console">
      <Shell>
        <ErrorBoundary>
          <Opened>
            <Router>
              {places.flatMap(({ path }) => (pages[path] ? [<Route key={path} path={path} component={pages[path]} />] : []))}
              <Route key="start" path="/console" component={Start} />
              <Route key="none" default component={NotFound} />
            </Router>
          </Opened>
        </ErrorBoundary>
      </Shell>
      {sessionHasEnded.value && <SessionDialog />}
      {isSteppingUp.value && <StepUpDialog />}
    </LocationProvider>
  );
}

/** The page of the address, where the roles of who is signed in open it; what acts there needs the permission of its place. */
function Opened({ children }: { children: ComponentChildren }) {
  const { url } = useLocation();
  const place = placeOf(url);
  if (place && !may(place.reads)) return <Closed />;
  return <Needs permission={place?.writes}>{children}</Needs>;
}

function Closed() {
  const t = permissionWords.value;
  return (
    <Page title={t.closed} state={t.yours(ownRoles())}>
      <Empty title={t.closedText}>
        <ButtonLink href={to.today}>{shellWords.value.backToToday}</ButtonLink>
      </Empty>
    </Page>
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
watchSurroundings();
builtPaths.value = new Set(Object.keys(pages));
const root = document.getElementById('console');
if (root)
  render(
    <Face.Provider value={consoleFace}>
      <Console />
    </Face.Provider>,
    root,
  );
