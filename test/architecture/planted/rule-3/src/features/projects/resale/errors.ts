export const MARKETPLACE_FORBIDDEN = 'marketplace-forbidden'; // planted
export const RESALE_OVER = 'resale-over';
