import { page } from '../console/page.tsx'; // planted: rule-1-faces-stand-apart
export const other = page;
