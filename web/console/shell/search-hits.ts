// What the search of the top bar finds: pages, tabs and actions by their words, and the records that the service found. Loaded when it is
// first used, as it brings the words of many pages.

import type { FoundRecord, PaymentPurpose } from '../../../clients/typescript/src/index.ts';
import { day, euros } from '../../core/format.ts';
import { hasPage, type Place, places, startOf, to } from '../addresses.ts';
import { contentWords } from '../content/words.ts';
import { investorWords } from '../investors/words.ts';
import { operationsWords } from '../operations/words.ts';
import { todayWords } from '../today/words.ts';
import { wireWords } from '../wires/words.ts';
import { shellWords } from './words.ts';

export type Hit = { href: string; label: string; note?: string };

const plain = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").replaceAll(/\s+/g, ' ').toLowerCase();

/** Pages of the rail first, then their tabs, then what is begun on a page of its own; only those that the roles open. */
export function namedHits(text: string): Hit[] {
  const { pages } = shellWords.value;
  const { lists } = investorWords.value;
  const rail = places
    .filter((place: Place) => place.icon !== undefined)
    .map((place) => ({ href: startOf(place), label: pages[place.name] }));
  const tabsOf = (name: 'operations' | 'content', tabs: Readonly<Record<string, string>>) =>
    Object.entries(tabs).map(([tab, label]) => ({ href: to[name](tab), label: `${pages[name]} : ${label}` }));
  const all: Hit[] = [
    ...rail,
    { href: to.taxRequests, label: `${pages.investors} : ${lists.taxRequests}` },
    { href: to.taxIdentities, label: `${pages.investors} : ${lists.taxIdentities}` },
    { href: to.complaints, label: `${pages.investors} : ${lists.complaints}` },
    { href: to.giftCards, label: `${pages.investors} : ${lists.giftCards}` },
    ...tabsOf('operations', operationsWords.value.tabs),
    ...tabsOf('content', contentWords.value.tabs),
    { href: to.newPayment, label: wireWords.value.newPayment },
    { href: to.fromEscrow, label: wireWords.value.fromEscrow },
    { href: to.security, label: pages.security },
  ];
  return all.filter(({ href, label }) => plain(label).includes(plain(text)) && hasPage(href));
}

/** Pages that search themselves, with the text handed over: for more than the first of each kind. */
export function handedHits(text: string): Hit[] {
  const { pages, searchIn } = shellWords.value;
  return places
    .filter((place: Place) => place.isSearched && hasPage(startOf(place)))
    .map((place) => ({
      href: `${startOf(place)}?search=${encodeURIComponent(text)}`,
      label: searchIn(pages[place.name], text),
    }));
}

const HREFS: Readonly<Record<FoundRecord['kind'], (id: string) => string>> = {
  person: (id) => to.investor(id),
  project: (id) => to.property(id),
  wire: (id) => to.wire(id),
  payment: (id) => to.payment(id),
  invoice: (id) => to.invoice(id),
};

export function recordHit({ kind, id, name, note, amountCents, at }: FoundRecord): Hit {
  const { purposes } = todayWords.value;
  const isPurpose = (text: string): text is PaymentPurpose => Object.hasOwn(purposes, text);
  const label = kind === 'payment' && isPurpose(name) ? purposes[name] : name;
  const notes = [shellWords.value.records[kind], note, amountCents !== null && euros(amountCents), day(at)];
  return { href: HREFS[kind](id), label, note: notes.filter(Boolean).join(' · ') };
}
