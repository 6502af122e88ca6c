// The frame around every page: brand, tabs, account, the bands that warn, the foot with risks and legal texts.

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { businessNow, clockIsMoved } from '../../core/clock.ts';
import { count, dayAndTime } from '../../core/format.ts';
import { Icon, type IconName } from '../../design/icons.tsx';
import { platform } from '../core/platform.ts';
import { account } from '../core/session.ts';
import { MOST_UNREAD, unreadCount, watchUnread } from '../notifications/unread.ts';
import { Risk } from '../parts/risk.tsx';
import { findPlace, type Place, places, type Tab } from '../places.ts';
import { Brand } from './brand.tsx';
import { LanguageSwitch, ThemeSwitch } from './switches.tsx';
import { NewVersion, Offline } from './warnings.tsx';
import { shellWords } from './words.ts';

const ICONS: Readonly<Record<Tab, IconName>> = {
  home: 'today',
  projects: 'properties',
  simulator: 'chart',
  investments: 'chart',
  marketplace: 'wires',
  wallet: 'payouts',
};

export function Shell({ children, isLoading }: { children: ComponentChildren; isLoading: boolean }) {
  const t = shellWords.value;
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <header class="top">
        {platform.value.environment !== 'production' && <EnvironmentBand />}
        <div class="top-bar">
          <Brand />
          <Tabs />
          <div class="top-links">
            <NotificationsLink />
            <AccountLink />
          </div>
        </div>
        {isLoading && <div class="progress" role="progressbar" aria-label={t.loading} />}
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Foot />
      <div class="warnings">
        <Offline />
        <NewVersion />
      </div>
    </div>
  );
}

/** At the bottom of a phone, in the top bar of a desk. Who is signed out has what is public. */
function Tabs() {
  const t = shellWords.value;
  const { path } = useLocation();
  const tabHere = findPlace(path)?.place.tab;
  // Whom the simulator is no tab of, finds it beside the projects.
  const current = account.value && tabHere === 'simulator' ? 'projects' : tabHere;
  const isShown = ({ tab, isPublic }: Place) => (account.value ? tab !== 'simulator' : isPublic);
  const tabs = places.filter(
    (place, index) => place.tab !== undefined && places.findIndex(({ tab }) => tab === place.tab) === index && isShown(place),
  );
  return (
    <nav class="main-tabs" aria-label={t.mainMenu}>
      {tabs.map(({ path: href, name, tab = 'home' }) => (
        <a key={name} href={href} aria-current={tab === current ? 'page' : undefined}>
          <Icon name={ICONS[tab]} />
          <span>{t.pages[name]}</span>
        </a>
      ))}
    </nav>
  );
}

/** How many notifications are not read: an operator's account has none. */
function NotificationsLink() {
  const t = shellWords.value;
  const { path } = useLocation();
  const isInvestor = account.value !== null && !account.value.isOperator;
  useEffect(() => (isInvestor ? watchUnread() : undefined), [isInvestor, path]);
  if (!isInvestor) return null;
  const number = unreadCount.value;
  const text = number >= MOST_UNREAD ? t.manyUnread(count(MOST_UNREAD - 1)) : count(number);
  return (
    <a
      class="account-link notifications-link"
      href="/notifications"
      aria-label={number === 0 ? t.nothingUnread : t.unread(text)}
      aria-current={path === '/notifications' ? 'page' : undefined}
    >
      <Icon name="bell" />
      {number > 0 && <span class="count">{text}</span>}
    </a>
  );
}

function AccountLink() {
  const t = shellWords.value;
  const { path, url } = useLocation();
  if (account.value) {
    const { name } = account.value;
    return (
      <a
        class="account-link"
        href="/account"
        aria-label={t.accountOf(name)}
        aria-current={path === '/account' ? 'page' : undefined}
      >
        <Icon name="account" />
        <span class="wide-only">{name}</span>
      </a>
    );
  }
  const place = findPlace(path)?.place.name;
  const isEntry = place === 'signIn' || place === 'signUp' || place === 'forgottenPassword';
  return (
    <a class="account-link" href={isEntry || path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(url)}`}>
      <Icon name="account" />
      <span>{t.pages.signIn}</span>
    </a>
  );
}

function EnvironmentBand() {
  const t = shellWords.value;
  const name = platform.value.environment === 'test' ? t.environments.test : t.environments.development;
  return (
    <p class="band">
      <Icon name="clock" />
      <span>
        {t.clockBand(name)} {clockIsMoved() && <strong>{t.clockMoved(dayAndTime(businessNow()))}</strong>}
      </span>
    </p>
  );
}

function Foot() {
  const t = shellWords.value;
  const { legalNotice, contact, termsUrl, privacyUrl } = platform.value;
  return (
    <footer class="foot">
      <div class="foot-inner">
        <Risk />
        <ul class="foot-links">
          <li>
            <a href="/legal">{t.legal}</a>
          </li>
          {termsUrl && (
            <li>
              <a href={termsUrl}>{t.terms}</a>
            </li>
          )}
          {privacyUrl && (
            <li>
              <a href={privacyUrl}>{t.privacy}</a>
            </li>
          )}
          <li>
            <a href={`mailto:${contact}`}>{t.contact}</a>
          </li>
        </ul>
        <div class="foot-choices">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
        <p class="soft small">{legalNotice}</p>
      </div>
    </footer>
  );
}
