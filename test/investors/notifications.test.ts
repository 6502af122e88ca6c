// Notifications in a real browser on a phone: the count at the top, the list, the way to a record, and what is mailed.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { credit, verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { assertGood, PHONE } from '../support/phone.ts';
import { withdraw, withdrawer } from '../support/withdrawal-actors.ts';
import { expectStatus } from '../support/world.ts';

await describePages('notifications', (browser) => {
  testsOfReading(browser);
  testsOfChoices(browser);
});

const unreadOf = (page: Page, count: number) => page.getByRole('link', { name: `Notifications : ${count} non lue` });

function testsOfReading(browser: ConsoleBrowser): void {
  it('the count leads to the list, a notification to its record, which is read then; the rest at once', async () => {
    const { world } = browser;
    const person = await withdrawer(world, 5_000);
    expectStatus(await withdraw(world, person, { amount: 2_000 }), 201);
    await world.until(
      async () => (await person.client.get<{ unreadCount: number }>('/customers/notifications/unread')).body.unreadCount === 2,
      'two notifications',
    );
    const page = await browser.openAs(person, '/', PHONE);
    await unreadOf(page, 2).click();
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
    assert.equal(await page.getByText('Non lue', { exact: true }).count(), 2);
    await assertGood(browser, page);
    await page.getByRole('link', { name: /^Votre retrait de 20,00\s€ est en cours$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Mon retrait' }).waitFor();
    await unreadOf(page, 1).click();
    await page.getByRole('button', { name: 'Tout marquer comme lu' }).click();
    await page.getByRole('link', { name: 'Notifications : tout est lu' }).waitFor();
    await world.until(async () => (await page.getByText('Non lue', { exact: true }).count()) === 0, 'nothing unread');
    await assertGood(browser, page);
  });

  it('who was told nothing sees so', async () => {
    const page = await browser.openAs(await verifiedInvestor(browser.world), '/notifications', PHONE);
    await page.getByText('Rien ne vous a encore été annoncé.').waitFor();
    await assertGood(browser, page);
  });
}

function testsOfChoices(browser: ConsoleBrowser): void {
  it('a topic is turned off and on again; what it told is listed all the same', async () => {
    const { world } = browser;
    const person = await verifiedInvestor(world);
    const page = await browser.openAs(person, '/notifications', PHONE);
    await page.getByRole('link', { name: 'Choisir mes e-mails' }).click();
    const deposits = page.getByLabel('Versements arrivés dans mon portefeuille');
    await deposits.uncheck();
    await page.getByText('Votre choix est enregistré.').waitFor();
    await assertGood(browser, page);
    await credit(world, person.customerId, 1_500);
    await page.reload();
    assert.equal(await deposits.isChecked(), false);
    await world.until(
      async () => (await person.client.get<{ unreadCount: number }>('/customers/notifications/unread')).body.unreadCount === 1,
      'the deposit to be told',
    );
    assert.deepEqual(await world.mails(person.email), []);
    await page.goto(`${world.url}/notifications`);
    await page.getByRole('link', { name: /^Votre versement de 15,00\s€ est arrivé$/ }).waitFor();
  });
}
