// The investments in a real browser on a phone: nothing yet, a coupon that came, a project that is late, with its story and its papers.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { administratorOf, credit, type Investor, openFunding, verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { type LentProject, lentProject, payByWire, payOut, tellDefault } from '../support/lent-project.ts';
import { assertGood } from '../support/phone.ts';
import { expectStatus } from '../support/world.ts';

const PHONE = { width: 360, height: 740 } as const;

await describePages('investments', (browser) => {
  testsOfHavingNone(browser);
  testsOfALoan(browser);
  testsOfItsCalendar(browser);
  testsOfTheAutomaticPlan(browser);
  testsOfTwoWindows(browser);
});

async function assertFits(page: Page): Promise<void> {
  const [inside, whole] = [await page.evaluate('innerWidth'), await page.evaluate('document.documentElement.scrollWidth')];
  assert.ok(Number(whole) <= Number(inside), `${page.url()} is ${whole} wide on a screen of ${inside}`);
}

/** The value beside a name of the figures. */
const figure = (page: Page, name: string) =>
  page
    .locator('.figure')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('.figure-value')
    .textContent()
    .then(String);

function testsOfHavingNone(browser: ConsoleBrowser): void {
  it('who has none is led to the projects, and an open funding says when interest begins', async () => {
    const investor = await verifiedInvestor(browser.world, { fundsCents: 10_000 });
    const page = await browser.openAs(investor, '/investments', PHONE);
    await page.getByText('Vous n’avez pas encore d’investissement.').waitFor();
    await browser.assertAccessible(page);
    const { propertyId } = await openFunding(browser.world, { bricks: 10 });
    expectStatus(await investor.client.post(`/properties/${propertyId}/purchase`, { amount: 3 }), 201);
    await browser.world.until(
      async () => (await browser.world.sql(`select from purchase where status <> 'confirmed'`)).length === 0,
      'the purchase to be confirmed',
    );
    await page.reload();
    await page.getByText('la collecte est encore ouverte').waitFor();
    assert.match(await figure(page, 'Investi'), /^30,00\s€$/);
    await assertFits(page);
  });
}

type LateLoan = { investor: Investor; lent: LentProject };
let loan: Promise<LateLoan> | undefined;
/** One for all tests: the coupons of a month are paid out once in it. */
const theLateLoan = (browser: ConsoleBrowser) => {
  loan ??= lateLoan(browser);
  return loan;
};

/** A coupon has come, the rest is late, and a part of the capital was paid since. */
async function lateLoan({ world }: ConsoleBrowser): Promise<LateLoan> {
  await world.moveClock({ now: '2025-12-08T09:00:00Z' });
  const admin = await administratorOf(world);
  const investor = await verifiedInvestor(world);
  const lent = await lentProject(world, admin, { holders: [{ investor, bricks: 100 }] });
  await payByWire(world, admin, lent, { paymentFor: 'mensualite', index: 0, cents: 11_200 });
  await world.moveClock({ now: '2026-02-12T09:00:00Z' });
  await payOut(world);
  await world.until(
    async () => (await world.sql(`select from payout_line where status = 'waiting'`)).length === 0,
    'the coupon to arrive',
  );
  await world.moveClock({ now: '2026-03-05T09:00:00Z' });
  await tellDefault(world, lent, 'delay');
  await payByWire(world, admin, lent, { paymentFor: 'capitalRepayment', index: 1, cents: 100_000 });
  const vote = {
    ...{ id: 7, title: 'Prolonger le prêt de six mois', types: ['extension'], vote_ended_at: '2026-03-20T22:00:00Z' },
    ...{ is_open: true, url: 'https://votes.test/7', is_pending_for_user: true },
  };
  await world.control('PUT', '/votes', { projectId: lent.propertyId, vote, voters: [investor.customerId] });
  return { investor, lent };
}

function testsOfALoan(browser: ConsoleBrowser): void {
  let investor: Investor;
  before(async () => {
    ({ investor } = await theLateLoan(browser));
  });

  for (const view of [PHONE, { width: 1_440, height: 900 }, { ...PHONE, colorScheme: 'dark' }] as const)
    it(`what came and what is late stand side by side: ${JSON.stringify(view)}`, async () => {
      const page = await browser.openAs(investor, '/investments', view);
      await page.getByRole('heading', { level: 1, name: 'Mes investissements' }).waitFor();
      assert.match(await figure(page, 'Reçu net'), /^68,60\s€$/);
      assert.match(await figure(page, 'En retard'), /^9\s100,00\s€$/);
      assert.match(await figure(page, 'Perdu'), /^0,00\s€$/);
      await page.getByText(/s’il paie, versement au plus tôt le 10 mars 2026/).waitFor();
      await assertFits(page);
      await browser.assertAccessible(page);
    });

  it('a month is chosen by keys, and all months stand in a table', async () => {
    const page = await browser.openAs(investor, '/investments', PHONE);
    const months = page.getByRole('figure', { name: 'Reçu et attendu par mois, net' });
    await months.getByText(/^mars 2026 : 0,00\s€ reçus, 1\s000,00\s€ attendus$/).waitFor();
    await months.getByRole('slider').press('ArrowLeft');
    await months.getByText(/^février 2026 : 68,60\s€ reçus, 0,00\s€ attendus$/).waitFor();
    await months.getByText('Voir en tableau').click();
    assert.equal(await months.getByRole('row').count(), 26);
    await assertFits(page);
    await browser.assertAccessible(page);
  });

  it('one of them tells why, when, what happened, and has its paper', async () => {
    const page = await browser.openAs(investor, '/investments', PHONE);
    await page.getByRole('link', { name: 'Les Acacias' }).click();
    await page.getByRole('heading', { level: 1, name: 'Les Acacias' }).waitFor();
    await page.getByText(/9\s100,00\s€ en retard, depuis l’échéance du 1er mars 2026/).waitFor();
    await page.getByText('Le projet est déclaré en retard ; le suivi des impayés est engagé.').waitFor();
    await page.getByText(/Le porteur a payé 1\s000,00\s€ de votre part sur l’échéance/).waitFor();
    await page
      .getByRole('cell', { name: /au plus tôt le 10 mars 2026/ })
      .first()
      .waitFor();
    await page.getByText('Prolonger le prêt de six mois : ouvert jusqu’au 20 mars 2026.').waitFor();
    await page.getByText('Votre voix est attendue.').waitFor();
    const sizeOf = (selector: string) => page.evaluate(`getComputedStyle(document.querySelector('${selector}')).fontSize`);
    assert.equal(await sizeOf('.figure.return .figure-value'), await sizeOf('#content .risk'));
    const paper = String(await page.getByRole('link', { name: 'Lire l’avis' }).getAttribute('href'));
    expectStatus(await investor.client.get(paper), 200);
    await assertFits(page);
    await browser.assertAccessible(page);
  });
}

function testsOfItsCalendar(browser: ConsoleBrowser): void {
  let investor: Investor;
  let lent: LentProject;
  before(async () => {
    ({ investor, lent } = await theLateLoan(browser));
  });

  it('the calendar has the planned day beside the one on which it came, and a secret link', async () => {
    const page = await browser.openAs(investor, '/investments/calendar', PHONE);
    await page.getByRole('heading', { level: 1, name: 'Calendrier des versements' }).waitFor();
    const february = page.getByRole('region', { name: 'février 2026' });
    await february.getByText('10 févr. 2026').waitFor();
    await february.getByText('12 févr. 2026').waitFor();
    await assertFits(page);
    await page.getByRole('button', { name: 'Créer le lien' }).click();
    const { pathname, search } = new URL(String(await page.locator('.secret-link code').textContent()));
    const link = browser.world.url + pathname + search;
    assert.match(await (await fetch(link)).text(), /^BEGIN:VCALENDAR\r\n/);
    await browser.assertAccessible(page);
    await assertFits(page);
    await page.getByRole('button', { name: 'Supprimer le lien' }).click();
    await page.getByText('Le lien est supprimé').waitFor();
    assert.equal((await fetch(link)).status, 404);
  });

  it('one of somebody else does not exist', async () => {
    const stranger = await verifiedInvestor(browser.world);
    const page = await browser.openAs(stranger, `/investments/${lent.propertyId}`, PHONE);
    await page.getByText('Cette page n’existe pas').waitFor();
  });
}

/** Opened where somebody would look for it. */
async function openPlan(browser: ConsoleBrowser, investor: Investor): Promise<Page> {
  const page = await browser.openAs(investor, '/investments', PHONE);
  await page.getByRole('link', { name: 'Investissement automatique' }).click();
  await page.getByRole('heading', { level: 1, name: 'Investissement automatique' }).waitFor();
  return page;
}

function testsOfTheAutomaticPlan(browser: ConsoleBrowser): void {
  it('a plan says what it would not buy, is refused field by field, bought by, and turned off', async () => {
    const { world } = browser;
    const investor = await verifiedInvestor(world, { fundsCents: 500 });
    const page = await openPlan(browser, investor);
    await page.getByText(/votre portefeuille a 5,00\s€ de disponible, moins qu’une brique de 10,00\s€/).waitFor();
    await page.getByText('Aucun plan', { exact: true }).waitFor();
    await assertGood(browser, page);
    const turnOn = page.getByRole('button', { name: 'Mettre en marche' });
    const amount = page.getByLabel('Montant par projet');
    const months = page.getByRole('group', { name: 'Durée du projet' });
    await turnOn.click();
    await page.getByText('Un montant en euros est attendu').waitFor();
    await amount.fill('5');
    await months.getByLabel('Au moins').fill('douze');
    await turnOn.click();
    await page.getByText('Choisissez au moins un type').waitFor();
    await months.getByText('Un nombre entier est attendu').waitFor();
    await page.getByLabel('Obligation').check();
    await months.getByLabel('Au moins').fill('24');
    await months.getByLabel('Au plus').fill('12');
    await turnOn.click();
    await months.getByText('Le minimum dépasse le maximum').waitFor();
    await page.getByText('Le prix d’une brique au moins', { exact: true }).waitFor();
    await assertGood(browser, page);
    await amount.fill('100,50');
    await months.getByLabel('Au moins').fill('');
    await months.getByLabel('Au plus').fill('');
    await turnOn.click();
    await page.getByText(/Votre plan est enregistré et en marche : jusqu’à 100,50\s€ par projet/).waitFor();
    await credit(world, investor.customerId, 20_000);
    const { propertyId } = await openFunding(world, { bricks: 40 });
    const admin = await administratorOf(world);
    const wave = `/administration/property/${propertyId}/funding/trigger-automatic-investment`;
    expectStatus(await admin.client.post(wave, { includeInvestorsWithCanceledAutoInvest: false }), 201);
    const isBought = async () => (await world.sql('select from purchase where is_automatic')).length > 0;
    await world.until(isBought, 'the wave to buy');
    await page.goto(`${world.url}/investments/${propertyId}`);
    await page.getByText('Les achats automatiques sont ceux de votre plan.').waitFor();
    await page.getByRole('link', { name: /^Achat automatique, / }).click();
    await page.getByRole('button', { name: 'Reprendre cet achat' }).waitFor();
    await page.getByRole('link', { name: 'Voir ou changer mon plan' }).click();
    await page.getByRole('button', { name: 'Arrêter' }).click();
    await page.getByText('Votre plan est arrêté.').waitFor();
    await page.getByText('Arrêté', { exact: true }).waitFor();
  });
}

function testsOfTwoWindows(browser: ConsoleBrowser): void {
  it('what was saved in another window is shown, and replaced only when that is wanted', async () => {
    const investor = await verifiedInvestor(browser.world);
    const plan = { active: true, contractTypes: ['loan'] };
    const put = async (amountPerPropertyCents: number) =>
      expectStatus(await investor.client.put('/customers/investment-plan', { ...plan, amountPerPropertyCents }), 200);
    await put(10_000);
    const page = await openPlan(browser, investor);
    await browser.world.moveClock({ advance: 'PT1M' });
    await put(20_000);
    await page.getByLabel('Montant par projet').fill('300');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Ce plan a été enregistré ailleurs entre-temps.').waitFor();
    await page.getByText(/^200,00\s€$/).waitFor();
    assert.equal(await page.getByLabel('Montant par projet').inputValue(), '300');
    await assertGood(browser, page);
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText(/^300,00\s€$/).waitFor();
    const settings = { ENABLE_INVESTMENT_PLAN: 'false' };
    const { url = '' } = await browser.world.another({ api: true, worker: false, settings });
    await page.goto(`${url}/investments/automatic`);
    await page.getByText('L’investissement automatique n’est pas proposé pour l’instant').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Enregistrer' }).count(), 0);
    await assertGood(browser, page);
  });
}
