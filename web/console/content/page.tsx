// Content: what investors and owners are shown, and who stands behind the projects.

import { useEffect } from 'preact/hooks';
import type { JSX } from 'preact/jsx-runtime';
import { useLocation, useRoute } from 'preact-iso/router';
import { to } from '../addresses.ts';
import { NewsTab } from './news.tsx';
import { OwnersTab } from './owners.tsx';
import { PresentationsTab } from './presentations.tsx';
import { RequestsTab } from './requests.tsx';
import { SpvsTab } from './spvs.tsx';

const TABS: Readonly<Record<string, () => JSX.Element>> = {
  news: NewsTab,
  owners: OwnersTab,
  presentations: PresentationsTab,
  spvs: SpvsTab,
  requests: RequestsTab,
};

export default function ContentPage() {
  const { tab = '' } = useRoute().params;
  const { route } = useLocation();
  const Tab = TABS[tab];
  useEffect(() => {
    if (Tab === undefined) route(to.content('news'), true);
  }, [Tab, route]);
  return Tab === undefined ? null : <Tab />;
}
