// Operations: how payments, notifications, jobs and books stand, and who did what. Each tab is a list; `?id=` opens one record of it.

import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { to } from '../addresses.ts';
import { lazyPage } from '../core/lazy-page.tsx';
import { AuditTab } from './audit.tsx';
import { ChargeBacksTab } from './charge-backs.tsx';
import { HealthTab } from './health.tsx';
import { IncidentsTab } from './incidents.tsx';
import { InvoicesTab } from './invoices.tsx';
import { JobsTab } from './jobs.tsx';
import { NotificationsTab } from './notifications.tsx';
import { PaymentsTab } from './payments.tsx';
import { ProofTab } from './proof.tsx';
import { ReconciliationTab } from './reconciliation.tsx';

const TABS: Readonly<Record<string, ComponentType>> = {
  payments: PaymentsTab,
  notifications: NotificationsTab,
  jobs: JobsTab,
  proof: ProofTab,
  reconciliation: ReconciliationTab,
  incidents: IncidentsTab,
  'charge-backs': ChargeBacksTab,
  invoices: InvoicesTab,
  audit: AuditTab,
  // What each setting means weighs as much as half of the others.
  settings: lazyPage(() => import('./settings.tsx')),
  health: HealthTab,
};

export default function OperationsPage() {
  const { tab = '' } = useRoute().params;
  const { route } = useLocation();
  const Tab = TABS[tab];
  useEffect(() => {
    if (Tab === undefined) route(to.operations('payments'), true);
  }, [Tab, route]);
  return Tab === undefined ? null : <Tab />;
}
