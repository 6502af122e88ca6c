// The investors' pages as an operator uses them: search, rights, documents, freeze, money, holdings, tax, log.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signUp, verifiedInvestor } from '../support/actors.ts';
import { type ConsoleBrowser, describePages } from '../support/browser.ts';
import { PNG, uploadOf } from '../support/files.ts';
import { paidGiftCard } from '../support/gift-card-actors.ts';
import { buyerOfBricks } from '../support/payers.ts';
import { PROFILE } from '../support/profiles.ts';
import { RED_PDF, waitForPaper } from '../support/shown-paper.ts';
import { withdrawer } from '../support/withdrawal-actors.ts';
import { expectStatus } from '../support/world.ts';

await describePages(
  'the investors',
  (browser) => {
    testsOfTheSearch(browser);
    testsOfOneInvestor(browser);
    testsOfDocuments(browser);
    testOfMails(browser);
    testsOfTheTabs(browser);
    testsOfPersonalData(browser);
  },
  { settings: { PROVIDER_BACK_OFFICE_URL: 'https://back-office.test/{kind}/{id}' } },
);

function testsOfTheSearch(browser: ConsoleBrowser): void {
  it('says that nobody has signed up', async () => {
    const page = await browser.open('/console/investors');
    await page.getByText('Aucun investisseur', { exact: true }).waitFor();
    await browser.assertAccessible(page);
  });

  it('finds somebody by name, and by the end of their IBAN, and leads to them', async () => {
    await signUp(browser.world, { name: 'Hyacinthe de Castelnau-Montmirail de la Roche-Foucauld-Liancourt' });
    const { email } = await withdrawer(browser.world, 1_000);
    const page = await browser.open('/console/investors');
    const field = page.getByRole('searchbox', { name: 'Rechercher un investisseur' });
    await field.fill('ab');
    await page.getByText('Trois caractères au moins.').waitFor();
    await field.fill('castelnau');
    await page.getByText('1 ligne', { exact: false }).waitFor();
    await page.getByRole('link', { name: /^Hyacinthe/ }).waitFor();
    await browser.assertAccessible(page);
    await field.fill('0189');
    await page.getByRole('cell', { name: email }).waitFor();
    await page.getByRole('link', { name: 'Camille Durand' }).click();
    await page.getByRole('heading', { level: 1, name: 'Camille Durand' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Camille Durand' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('search'), '0189');
    await page.getByRole('searchbox', { name: 'Rechercher un investisseur' }).fill('personne de ce nom');
    await page.getByText('Aucun investisseur ne correspond').waitFor();
  });

  it('/ searches here from anywhere', async () => {
    const { customerId } = await signUp(browser.world, { name: 'Oscar Untel' });
    const page = await browser.open('/console/today');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(customerId);
    await page.getByRole('option', { name: /^Investisseurs/ }).click();
    await page.getByRole('link', { name: 'Oscar Untel' }).waitFor();
  });
}

function testOfMails(browser: ConsoleBrowser): void {
  it('lists their complaints, the mails that were sent, and those that were not', async () => {
    const { customerId, client: own } = await verifiedInvestor(browser.world);
    const { client } = browser.administrator;
    const url = `/administration/customers/${customerId}`;
    const page = await browser.open(`/console/investors/${customerId}/trail`);
    await page.getByText('Aucun e-mail', { exact: true }).waitFor();
    await page.getByText('Aucune réclamation', { exact: true }).waitFor();
    expectStatus(await own.post('/customers/complaints', { subject: 'taxes', message: 'Mon taux est faux.' }), 201);
    expectStatus(await client.patch(url, { frozen: true, reason: 'Contrôle' }), 200);
    type Mails = { items: { outcome: string }[] };
    const isSent = async () => (await client.get<Mails>(`${url}/mails`)).body.items.some(({ outcome }) => outcome === 'sent');
    await browser.world.until(isSent, 'the mail to be sent');
    await page.reload();
    const row = page.getByRole('table', { name: 'E-mails envoyés' }).getByRole('row', { name: /Votre compte est suspendu/ });
    await row.getByText('Envoyé', { exact: true }).waitFor();
    const complaints = page.getByRole('table', { name: 'Réclamations' });
    await complaints.getByRole('row', { name: /Fiscalité.*À répondre/ }).waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('link', { name: 'Non envoyé' }).click();
    await page.getByText('Aucun e-mail', { exact: true }).waitFor();
  });
}

function testsOfOneInvestor(browser: ConsoleBrowser): void {
  it('says what somebody may do, and why; freezes and unfreezes with a reason', async () => {
    const { customerId } = await verifiedInvestor(browser.world);
    const page = await browser.open(`/console/investors/${customerId}`);
    await page.getByText('identité vérifiée, compte ni gelé ni bloqué').waitFor();
    const atProvider = page.getByRole('link', { name: `Compte ${customerId} chez le prestataire` });
    assert.equal(await atProvider.getAttribute('href'), `https://back-office.test/account/${customerId}`);
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Geler le compte' }).click();
    const dialog = page.getByRole('dialog', { name: 'Geler le compte' });
    await dialog.getByText('Camille Durand ne pourra plus acheter').waitFor();
    await browser.assertAccessible(page);
    assert.ok(await dialog.getByRole('button', { name: 'Geler le compte' }).isDisabled());
    await dialog.getByLabel('Motif').fill('Virement contesté');
    await dialog.getByRole('button', { name: 'Geler le compte' }).click();
    await page.getByText(/compte gelé par un administrateur, le .*« Virement contesté »/).waitFor();
    await page.getByRole('link', { name: 'Journal' }).click();
    await page.getByText('Compte gelé', { exact: true }).waitFor();
    await page.getByText('Motif : Virement contesté', { exact: false }).waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('button', { name: 'Dégeler le compte' }).click();
    await page.getByLabel('Motif').fill('Réglé');
    await page.getByRole('dialog').getByRole('button', { name: 'Dégeler le compte' }).click();
    await page.getByRole('button', { name: 'Geler le compte' }).waitFor();
  });

  it('says what is missing of somebody who has just signed up, and opens royalties', async () => {
    const { customerId } = await signUp(browser.world);
    const page = await browser.open(`/console/investors/${customerId}`);
    await page.getByText('vérification d’identité non commencée').waitFor();
    await page.getByText('profil à compléter, pièces à remettre').waitFor();
    await page.getByRole('button', { name: 'Ouvrir les royalties' }).click();
    await page.getByText('ouvert par un administrateur').waitFor();
  });

  it('says that there is no such investor', async () => {
    const page = await browser.open('/console/investors/9b2f7c1e-5d3a-4c86-8f10-2a6b4e9d7c35');
    await page.getByText('not-found', { exact: true }).waitFor();
  });
}

function testsOfDocuments(browser: ConsoleBrowser): void {
  it('opens a document on demand, which the log keeps', async () => {
    const { client, customerId } = await signUp(browser.world);
    expectStatus(await client.patch('/customers/profile', PROFILE), 200);
    const upload = uploadOf(PNG, { type: 'passportEU', name: 'passeport.png' });
    expectStatus(await client.post('/customers/investor-identity-document', upload), 201);
    const page = await browser.open(`/console/investors/${customerId}`);
    await page.getByRole('button', { name: 'Consulter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Passeport' });
    assert.match((await dialog.getByRole('img').getAttribute('src')) ?? '', /^blob:/);
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    const rows = await browser.world.sql("select from admin_action where kind = 'IDENTITY_DOCUMENT_READ'");
    assert.ok(rows.length > 0);
  });

  it('shows a PDF in the page', async () => {
    const { client, customerId } = await signUp(browser.world);
    expectStatus(await client.patch('/customers/profile', PROFILE), 200);
    const upload = uploadOf(new Uint8Array(RED_PDF), { type: 'identityCard', name: 'carte.pdf' });
    expectStatus(await client.post('/customers/investor-identity-document', upload), 201);
    const page = await browser.open(`/console/investors/${customerId}`);
    await page.getByRole('button', { name: 'Consulter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Carte d’identité' });
    await dialog.getByRole('button', { name: 'Enregistrer le fichier' }).waitFor();
    await waitForPaper(page, /^Carte d’identité, /);
    await browser.assertAccessible(page);
  });
}

function testsOfTheTabs(browser: ConsoleBrowser): void {
  testsOfGiftCards(browser);
  it('shows wallet, movements and holdings of a buyer', async () => {
    const buyer = await buyerOfBricks(browser.world);
    expectStatus(await buyer.ask(), 201);
    const page = await browser.open(`/console/investors/${buyer.customerId}/money`);
    await page.getByRole('table', { name: 'Mouvements' }).getByText('Achat de briques').waitFor();
    await page.getByText('Solde en fin de mois').waitFor();
    await browser.assertAccessible(page);
    await page.getByRole('link', { name: 'Échoué' }).click();
    await page.getByText('Les mouvements du portefeuille apparaissent ici.').waitFor();
    await page.getByRole('link', { name: 'Placements' }).click();
    await page.getByRole('table', { name: 'Achats' }).getByText('Les Acacias').waitFor();
    await browser.assertAccessible(page);
  });

  it('validates a tax declaration from the list of all that wait', async () => {
    const { client, email } = await signUp(browser.world);
    const { year } = browser.world.deps.clock.now().toZonedDateTimeISO('Europe/Paris');
    expectStatus(await client.post('/customers/taxation', { year: year + 1, fiscalResidence: 'abroad' }), 201);
    const page = await browser.open('/console/investors');
    await page.getByRole('link', { name: 'Demandes de taux' }).click();
    const row = page.getByRole('row').filter({ hasText: email });
    await row.getByText('résident fiscal à l’étranger').waitFor();
    await browser.assertAccessible(page);
    await row.getByRole('button', { name: 'Valider' }).click();
    const dialog = page.getByRole('dialog', { name: `Valider · ${year + 1}` });
    await dialog.getByText(`Les coupons de ${year + 1} sont imposés à 0 %.`).waitFor();
    await dialog.getByRole('button', { name: 'Valider' }).click();
    await row.waitFor({ state: 'detached' });
    const [item] = expectStatus(await client.get<{ taxRate: number }[]>('/customers/taxation'), 200).body;
    assert.equal(item?.taxRate, 0);
  });

  it('refuses a tax declaration', async () => {
    const { client, customerId } = await signUp(browser.world);
    const { year } = browser.world.deps.clock.now().toZonedDateTimeISO('Europe/Paris');
    expectStatus(await client.post('/customers/taxation', { year: year + 1, fiscalResidence: 'abroad' }), 201);
    const page = await browser.open(`/console/investors/${customerId}/tax`);
    await page.getByRole('button', { name: 'Refuser' }).click();
    await page.getByLabel('Motif du refus').fill('Justificatif absent');
    await browser.assertAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Refuser' }).click();
    await page.getByRole('table', { name: 'Déclarations fiscales' }).getByText('Justificatif absent').waitFor();
    await browser.assertAccessible(page);
  });
}

function testsOfPersonalData(browser: ConsoleBrowser): void {
  it('shows what would be erased and what holds the account, exports, and closes', async () => {
    const { customerId } = await verifiedInvestor(browser.world);
    const page = await browser.open(`/console/investors/${customerId}/trail`);
    await page.getByRole('heading', { name: 'Données personnelles' }).waitFor();
    await page.getByText('1 ligne de 1 table').waitFor();
    await browser.assertAccessible(page);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exporter' }).click();
    assert.equal((await saving).suggestedFilename(), 'donnees-personnelles.zip');
    await page.getByRole('button', { name: 'Fermer le compte' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fermer le compte' });
    await dialog.getByLabel('Motif').fill('Demande par courrier');
    await browser.assertAccessible(page);
    await dialog.getByRole('button', { name: 'Fermer le compte' }).click();
    await page.getByText('Compte fermé le').first().waitFor();
    await page.getByText('Compte d’un investisseur fermé').waitFor();
    await page.getByRole('button', { name: 'Fermer le compte' }).waitFor({ state: 'detached' });
    await browser.assertAccessible(page);
  });

  it('says what holds an account', async () => {
    const { customerId } = await verifiedInvestor(browser.world, { fundsCents: 1_000 });
    const page = await browser.open(`/console/investors/${customerId}/trail`);
    await page.getByText('Ce qui retient le compte : de l’argent dans le portefeuille').waitFor();
    await page.getByRole('button', { name: 'Fermer le compte' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fermer le compte' });
    await dialog.getByLabel('Motif').fill('Demande par courrier');
    await dialog.getByRole('button', { name: 'Fermer le compte' }).click();
    await dialog.getByText('Le compte ne peut pas encore être fermé').waitFor();
    await browser.assertAccessible(page);
  });
}

function testsOfGiftCards(browser: ConsoleBrowser): void {
  it('corrects the address of a gift card, blocks it, and gives it back', async () => {
    const { id, recipientEmail, buyer } = await paidGiftCard(browser.world);
    const page = await browser.open('/console/investors');
    await page.getByRole('link', { name: 'Cartes cadeaux' }).click();
    const row = page.getByRole('row').filter({ hasText: buyer.email });
    await row.getByText(recipientEmail).waitFor();
    await browser.assertAccessible(page);
    await row.getByRole('button', { name: 'Corriger l’adresse' }).click();
    const right = `right-${id}@example.test`;
    await page.getByLabel('Adresse du destinataire').fill(right);
    await browser.assertAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Corriger l’adresse' }).click();
    await row.getByText(right).waitFor();
    await row.getByRole('button', { name: 'Bloquer' }).click();
    await page.getByLabel('Motif').fill('Adresse douteuse');
    await page.getByRole('dialog').getByRole('button', { name: 'Bloquer' }).click();
    await row.getByText('Adresse douteuse').waitFor();
    await row.getByRole('button', { name: /^Rembourser 15,00/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Rembourser la carte cadeau' });
    await dialog.getByRole('button', { name: /^Rembourser 15,00/ }).click();
    await dialog.getByText('reviennent à l’acheteur').waitFor();
    await browser.assertAccessible(page);
  });
}
