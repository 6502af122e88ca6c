// A complaint on both faces: an investor sends it on a phone, an operator answers it, the investor reads the answer.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { verifiedInvestor } from '../support/actors.ts';
import { describePages } from '../support/browser.ts';

const PHONE = { width: 360, height: 740 } as const;

await describePages('a complaint', (browser) => {
  it('is sent, answered in the console, and read', async () => {
    const person = await verifiedInvestor(browser.world);
    const own = await browser.openAs(person, '/account', PHONE);
    await own.getByRole('link', { name: 'Réclamations' }).click();
    await own.getByText('Vous n’avez envoyé aucune réclamation.').waitFor();
    await browser.assertAccessible(own);
    await own.getByRole('button', { name: 'Envoyer' }).click();
    await own.getByText('À renseigner').waitFor();
    await own.getByLabel('Elle concerne').selectOption('Un retrait');
    await own.getByLabel('Ce qui ne va pas').fill('Mon retrait du 3 mars\nn’est pas arrivé.');
    await own.getByRole('button', { name: 'Envoyer' }).click();
    await own.getByText('Votre réclamation est reçue.').waitFor();
    await own.getByText('En attente de réponse').waitFor();
    await browser.assertAccessible(own);
    assert.equal(await own.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    // The same words again, as after an answer that was lost: nothing is there twice.
    await own.getByLabel('Ce qui ne va pas').fill('Mon retrait du 3 mars\nn’est pas arrivé.');
    await own.getByRole('button', { name: 'Envoyer' }).click();
    await own.getByText('Cette réclamation a été reçue').waitFor();

    const desk = await browser.open('/console/today');
    await desk.getByRole('link', { name: /^Réclamation à répondre Camille/ }).click();
    await desk.getByRole('heading', { level: 1, name: 'Réclamation de Camille Durand' }).waitFor();
    await desk.getByText('Mon retrait du 3 mars').waitFor();
    await browser.assertAccessible(desk);
    await desk.getByRole('button', { name: 'Envoyer la réponse' }).click();
    await desk.getByText('À renseigner').waitFor();
    await desk.getByLabel('Votre réponse').fill('La banque l’a reçu ce matin.');
    await desk.getByRole('button', { name: 'Envoyer la réponse' }).click();
    await desk.getByText('Répondue', { exact: true }).waitFor();
    assert.equal(await desk.getByLabel('Votre réponse').count(), 0);
    await desk.getByRole('link', { name: 'Réclamations' }).first().click();
    await desk.getByText('Aucune réclamation', { exact: true }).waitFor();
    await browser.assertAccessible(desk);
    await desk.getByRole('link', { name: 'Répondue' }).click();
    await desk.getByRole('link', { name: /^Camille Durand/ }).waitFor();
    await browser.assertAccessible(desk);

    const read = await browser.openAs(person, '/account/complaints', PHONE);
    await read.getByText('La banque l’a reçu ce matin.').waitFor();
  });
});
