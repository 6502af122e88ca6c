// One mail with sample data, for the preview page and for the mailbox.

import { sampleMails, type TemplateName } from '../../../providers/email/index.ts';

const SAMPLE_WORDS = { firstName: 'Camille', propertyName: 'Les Acacias' };

/** Template and data, as the mailer needs them. */
export function sampleOf<Name extends TemplateName>(name: Name) {
  return { template: name, data: sampleMails(SAMPLE_WORDS)[name] };
}
