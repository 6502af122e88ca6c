// The frame around every page: rail, top bar, the band of the test clock, the account.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { doneCount } from '../../core/action.ts';
import { businessNow, businessToday, clockIsMoved } from '../../core/clock.ts';
import { day, dayAndTime } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { arrive } from '../../core/returning.ts';
import { Button } from '../../design/button.tsx';
import { keepFocus } from '../../design/focus.ts';
import { Icon } from '../../design/icons.tsx';
import { builtPaths, type Place, placeOf, places, startOf, to, waitingNow } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { environment, isProduction, readBusinessClock } from '../core/business-day.ts';
import { account, may, signOut } from '../core/session.ts';
import { CountOf } from '../design/count-of.tsx';
import { ownRoles, permissionWords } from '../design/permission-words.ts';
import { countAt, isWaitingPlace } from '../today/kinds.ts';
import { factorWords } from './factor-words.ts';
import { Search } from './search.tsx';
import { SecondFactorDialog } from './second-factor.tsx';
import { ShortcutsButton, ShortcutsSheet } from './shortcuts.tsx';
import { BrandMark } from './sign-in.tsx';
import { LanguageSwitch, ThemeSwitch } from './switches.tsx';
import { NewVersion, Offline, ProviderDown } from './warnings.tsx';
import { shellWords } from './words.ts';

const KEPT_AS = 'mortar.rail';
/** Who never chose has the words of the menu where tables have room beside them. */
const kept = localStorage.getItem(KEPT_AS);
const isFolded = signal(kept === null ? matchMedia('(min-width: 761px) and (max-width: 1100px)').matches : kept === 'folded');

/** The dialog outlives the menu that opens it. */
const isFactorOpen = signal(false);

function closeFactor(): void {
  isFactorOpen.value = false;
}

function fold(): void {
  isFolded.value = !isFolded.value;
  localStorage.setItem(KEPT_AS, isFolded.value ? 'folded' : 'open');
}

export function Shell({ children }: { children: ComponentChildren }) {
  const t = shellWords.value;
  useClock();
  useRailCounts();
  useFocusAfterMove();
  useEffect(keepFocus, []);
  return (
    <div class={`shell${isFolded.value ? ' folded' : ''}`}>
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <Rail />
      <div class="shell-main">
        <TopBar />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      <div class="warnings">
        <ProviderDown />
        <Offline />
        <NewVersion />
      </div>
      <ShortcutsSheet />
      {isFactorOpen.value && <SecondFactorDialog onClose={closeFactor} />}
    </div>
  );
}

function Rail() {
  const t = shellWords.value;
  const { url } = useLocation();
  const current = placeOf(url)?.name;
  return (
    <nav class="rail" aria-label={t.mainMenu}>
      <a class="brand" href={to.today} aria-label="Mortar">
        <BrandMark />
        <span>Mortar</span>
      </a>
      <ul>
        {places.map((place: Place) => {
          const { path, name, icon } = place;
          if (!icon || !builtPaths.value.has(path) || !may(place.reads)) return null;
          const waits = isWaitingPlace(name) ? name : undefined;
          return (
            <li key={name}>
              <a
                class="rail-link"
                href={startOf(place)}
                aria-current={name === current ? 'page' : undefined}
                title={t.pages[name]}
              >
                <Icon name={icon} />
                <span class="rail-word">{t.pages[name]}</span>
                {/* Heard with the name of the page; seen on the button beside it. */}
                {waits !== undefined && countAt(waits) > 0 && <span class="out-of-sight"> {countAt(waits)}</span>}
              </a>
              {waits && <CountOf place={waits} name={t.pages[name]} />}
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        class="rail-fold"
        onClick={fold}
        title={isFolded.value ? t.unfold : t.fold}
        aria-expanded={!isFolded.value}
      >
        <Icon name={isFolded.value ? 'unfold' : 'fold'} />
        <span class="rail-word">{isFolded.value ? t.unfold : t.fold}</span>
      </button>
    </nav>
  );
}

function TopBar() {
  const t = shellWords.value;
  return (
    <header class="top">
      {!isProduction && <EnvironmentBand />}
      <div class="top-bar">
        <Search />
        <p class="business-date" title={t.businessDate}>
          <span class="out-of-sight">{t.businessDate} </span>
          <time dateTime={businessToday()}>{day(businessNow())}</time>
        </p>
        <AccountMenu />
      </div>
    </header>
  );
}

function EnvironmentBand() {
  const t = shellWords.value;
  const name = environment === 'test' ? t.environments.test : t.environments.development;
  return (
    <p class="band">
      <Icon name="clock" />
      <span>
        {t.clockBand(name)} {clockIsMoved() && <strong>{t.clockMoved(dayAndTime(businessNow()))}</strong>}
      </span>
    </p>
  );
}

function AccountMenu() {
  const t = shellWords.value;
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const hasFactor = account.value?.hasSecondFactor === true;
  const openFactor = () => {
    setOpen(false);
    isFactorOpen.value = true;
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !frame.current?.contains(event.target as Node))
        setOpen(false);
    };
    addEventListener('pointerdown', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('keydown', close);
    };
  }, [isOpen]);
  return (
    <div class="account" ref={frame}>
      <button
        type="button"
        class="account-button"
        aria-expanded={isOpen}
        aria-label={`${t.account} : ${account.value?.name}`}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="account" />
        <span>{account.value?.name}</span>
      </button>
      {isOpen && (
        <div class="account-menu">
          <p class="strong">{account.value?.name}</p>
          <p class="soft small">{account.value?.email}</p>
          <p class="soft small">{permissionWords.value.yours(ownRoles())}</p>
          <LanguageSwitch />
          <ThemeSwitch />
          <ShortcutsButton />
          <p>
            <a href={to.security} onClick={() => setOpen(false)}>
              {t.pages.security}
            </a>
          </p>
          <p class="small">{factorWords.value.state(hasFactor)}</p>
          <Button onClick={openFactor}>{hasFactor ? factorWords.value.turnOff : factorWords.value.turnOn}</Button>
          <Button onClick={() => void signOut()}>{t.signOut}</Button>
        </div>
      )}
    </div>
  );
}

/** What waits is counted beside the menu on every page; Today reads it itself and sets the count. */
function useRailCounts(): void {
  const { path } = useLocation();
  const isTold = path === to.today;
  const { data } = useQuery(
    ['rail', isTold, doneCount.value],
    async (signal) => (isTold ? undefined : mortar.readToday({ signal })),
    {
      pollMs: 60_000,
    },
  );
  useEffect(() => {
    if (data) waitingNow.value = data.waiting;
  }, [data]);
}

function useClock(): void {
  useEffect(() => {
    const read = () => void readBusinessClock().catch(() => {});
    read();
    const timer = setInterval(read, 60_000);
    return () => clearInterval(timer);
  }, []);
}

/** A followed link starts at the top of the page, the history where the user was. */
function useFocusAfterMove(): void {
  const { path, url } = useLocation();
  const last = useRef(path);
  useEffect(() => {
    if (!arrive() && last.current !== path) {
      document.getElementById('content')?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    last.current = path;
  }, [url]);
}
