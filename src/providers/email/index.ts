// Mail: the mailer, and the list of mails with their data.

export { type Moment, moment } from './format.ts';
export { enqueueEmail, sendEmailJob } from './jobs.ts';
export { addressIn, createMailer, type Mail, type Mailer, type MailerOptions, pathOf, renderMail, subjectOf } from './mailer.ts';
export { pageUrl } from './pages.ts';
export { sampleMails } from './samples.ts';
export { NAME_RULES } from './templates/identity.ts';
export { type TemplateData, type TemplateName, templateNames } from './templates/index.ts';
export { TAX_PARTS } from './templates/taxes.ts';
