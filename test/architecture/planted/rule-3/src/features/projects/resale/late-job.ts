export const late = defineJob({ name: 'late', work: async () => {} }); // planted
