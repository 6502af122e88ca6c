// Operations: how payments, notifications, jobs and books stand, and who did what. Each tab is a list; `?id=` opens one record of it.

import { useEffect } from 'preact/hooks';
import type { JSX } from 'preact/jsx-runtime';
import { useLocation, useRoute } from 'preact-iso/router';
import { to } from '../addresses.ts';
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
import { SettingsTab } from './settings.tsx';

const TABS: Readonly<Record<string, () => JSX.Element>> = {
  payments: PaymentsTab,
  notifications: NotificationsTab,
  jobs: JobsTab,
  proof: ProofTab,
  reconciliation: ReconciliationTab,
  incidents: IncidentsTab,
  'charge-backs': ChargeBacksTab,
  invoices: InvoicesTab,
  audit: AuditTab,
  settings: SettingsTab,
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
