const NAME = 'resale-end';
export const first = defineJob({ name: 'resale-start', work: async () => {} });
export const second = defineJob({ name: 'resale-start', work: async () => {} }); // planted
export const third = defineJob({ name: NAME, work: async () => {} }); // planted
export const fourth = defineJob({ name: `${NAME}-again`, work: async () => {} }); // planted
