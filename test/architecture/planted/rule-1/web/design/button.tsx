import { page } from '../console/page.tsx'; // planted: rule-1-shared-pages-know-no-face
export const button = page;
