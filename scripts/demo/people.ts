// The people of the demo: an administrator, and investors who become verified by mailed codes and the provider.

import sharp from 'sharp';
import type { Client } from '../../test/support/client.ts';
import { must, type Stage } from './stage.ts';

/** An investor of the demo, signed in or not. */
export type DemoInvestor = { client: Client; email: string; firstName: string; lastName: string; sex: 'female' | 'male' };

/** What the demo reads of an investor. */
export type Me = {
  id: string;
  emailVerified: boolean;
  kycStatus: string;
  onboardingVersion: 'v1' | 'v2';
  canSeeRoyalty: boolean;
  profile: object | null;
  identityDocuments: object[];
};

/** Password of every investor of the demo. */
export const PASSWORD = 'mortar-demo-password';

/** An investor whom the service may know or not. */
export function createInvestor(stage: Stage, person: Pick<DemoInvestor, 'firstName' | 'lastName' | 'sex'>): DemoInvestor {
  const plain = person.firstName.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return { ...person, client: stage.visitor(), email: `${plain}@demo.mortar.test` };
}

/** Signs the administrator in. */
export async function signInAdministrator(stage: Stage, administrator: Client): Promise<void> {
  must(await administrator.post('/api/auth/sign-in/email', stage.admin), 200);
}

/** Signs an investor in; false when nobody has this address and password. */
export async function signIn(investor: DemoInvestor): Promise<boolean> {
  const { status } = await investor.client.post('/api/auth/sign-in/email', { email: investor.email, password: PASSWORD });
  return status === 200;
}

/** Ends every session of the story, so that somebody who tries the pages finds only their own among the open ones. */
export async function endSessions(investor: DemoInvestor): Promise<void> {
  if (await signIn(investor)) must(await investor.client.post('/api/auth/revoke-sessions'), 200);
}

/** The investor, as the service sees them. Their id is also that of their wallet at the provider. */
export async function meOf(investor: DemoInvestor): Promise<Me> {
  return must(await investor.client.get<Me>('/customers/me'), 200);
}

async function isKnown(administrator: Client, { email }: DemoInvestor): Promise<boolean> {
  const query = `email=${encodeURIComponent(email)}`;
  const { items } = must(await administrator.get<{ items: { email: string }[] }>(`/administration/customers?${query}`), 200);
  return items.some((customer) => customer.email === email);
}

/** Sign-up, mailed code, profile, and the provider's page to its end; steps already done are skipped. */
export async function becomeVerified(stage: Stage, administrator: Client, investor: DemoInvestor): Promise<void> {
  const isNew = !(await isKnown(administrator, investor));
  if (!isNew && !(await signIn(investor))) throw new Error(`${investor.email} has another password than the story's`);
  const me = await handIn(stage, investor, { isNew });
  if (me.kycStatus === 'verified') return;
  await accept(stage, me);
  await stage.until(async () => (await meOf(investor)).kycStatus === 'verified', `${investor.firstName} to be verified`);
}

/** The provider accepts what they handed in. */
export async function accept(stage: Stage, { id, onboardingVersion }: Pick<Me, 'id' | 'onboardingVersion'>): Promise<void> {
  if (onboardingVersion === 'v1') return stage.control('PUT', `/accounts/${id}/status`, { status: 6 });
  const [account] = await stage.control<{ id: number }[]>('GET', `/onboardings?walletId=${id}`);
  await stage.control('PUT', `/onboardings/${account?.id}`, { status: 'ACCEPTED', profileStatus: 'ACCEPTED' });
}

/**
 * The steps of an investor before the provider has its say: sign-up, where they are new, mailed code, profile, and what is handed in on the
 * provider's page; a veteran, who signed up before there was one, hands in an identity document here.
 */
export async function handIn(stage: Stage, investor: DemoInvestor, { isNew } = { isNew: true }): Promise<Me> {
  const { client, email, firstName, lastName } = investor;
  if (isNew)
    must(await client.post('/api/auth/sign-up/email', { email, password: PASSWORD, name: `${firstName} ${lastName}` }), 200);
  const me = await meOf(investor);
  if (!me.emailVerified) {
    const code = await stage.mailedCode(email, () => client.get('/customers/email/send-code'));
    must(await client.post('/auth/mfa/confirm-code', { action: 'email-validation', code }), 201);
  }
  if (me.profile === null) must(await client.patch('/customers/profile', profileOf(investor)), 200);
  if (me.onboardingVersion === 'v2') await handInOnline(client);
  else if (me.identityDocuments.length === 0)
    must(await client.post('/customers/investor-identity-document', await identityCard()), 201);
  return me;
}

/** On the provider's page, unless that has been done. */
async function handInOnline(client: Client): Promise<void> {
  const { url } = must(await client.post<{ url: string | null }>('/customers/onboarding'), 201);
  if (url !== null) await fetch(`${url}/hand-in`, { method: 'POST', redirect: 'manual' });
}

/** Signs up somebody who is verified the old way, where the sandbox allows it; then they are signed in. */
export async function signUpVeteran(stage: Stage, { client, email, firstName, lastName }: DemoInvestor): Promise<boolean> {
  if (stage.signUpVeteran === undefined) return false;
  await stage.signUpVeteran({ email, password: PASSWORD, name: `${firstName} ${lastName}` });
  must(await client.post('/api/auth/sign-in/email', { email, password: PASSWORD }), 200);
  return true;
}

function profileOf({ firstName, lastName, sex }: DemoInvestor) {
  return {
    customerType: 'individual',
    firstName,
    lastName,
    sex,
    citizenship: 'FRA',
    city: 'Lyon',
    cityOfBirth: 'Nantes',
    country: 'FRA',
    countryOfBirth: 'FRA',
    dateOfBirth: '1988-04-12',
    phone: '+33612345678',
    postcode: '69001',
    street: '12 rue des Capucins',
  };
}

async function identityCard(): Promise<FormData> {
  const form = new FormData();
  form.set('type', 'identityCard');
  form.set('file', new Blob([await cardPicture()], { type: 'image/png' }), 'identity-card.png');
  return form;
}

/** A plain card, not compressed: the provider takes no file below 100 KB. */
async function cardPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const card = sharp({ create: { width: 240, height: 160, channels: 3, background: '#b4532a' } });
  return new Uint8Array(await card.png({ compressionLevel: 0 }).toBuffer());
}
