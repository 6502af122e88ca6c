// Which part of the contract is built: everything of it must be observed by the tests, the rest is listed as owed.

/** Endpoint ids of contract.json, or prefixes ending in a dot. Grows with every issue until it covers all. */
export const FINISHED: readonly string[] = [
  'mfa.',
  'registration.email-send-code',
  'registration.profile',
  'registration.identity-document.',
  'registration.business-document',
  'registration.referral-code-exists',
  'referrals.',
  'marketplace.',
  'voting.',
  'taxation.',
  'withdrawals.',
  'registry.search',
  'auth.',
  'home-news.',
  'project-owner.',
  'project-owner-presentation.',
  'spv.',
  'property.publish',
  'property.upload-image',
  'property.list',
  'property.list-royalty',
  'property.get',
  'property.advantages',
  'property.edit',
  'property.contract-budget',
  'property.delete',
  'property.draft-token',
  'property.internal-note.',
  'property.marketplace-allowed',
  'property.simulate-automatic-investment',
  'referral.',
  'funding.get',
  'funding.end',
  'funding.trigger-automatic-investment',
  'webhook.provider.',
];

/** State rows without an endpoint of their own that are built too: `entity: from -> to`. */
export const FINISHED_STATES: readonly string[] = ['Market deal: reserved -> confirmed'];
