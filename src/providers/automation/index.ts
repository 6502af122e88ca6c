// The door to the automation webhook.

export { type Automation, createAutomation } from './automation.ts';
export { enqueueAutomationEvent, notifyAutomationJob } from './jobs.ts';
