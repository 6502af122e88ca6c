// The automation webhook.

export { type Automation, automationWebhooks, createAutomation } from './automation.ts';
export { enqueueAutomationEvent, notifyAutomationJob } from './jobs.ts';
