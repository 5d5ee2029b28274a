export const text = 'came later';
