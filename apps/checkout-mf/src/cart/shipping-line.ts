/** Section 9: the line of the postage is shown where it is more than this, in cents. */
const MORE_THAN = { review: 1, table: 0 } as const;

export const hasShippingLine = (place: keyof typeof MORE_THAN, cents: number): boolean => cents > MORE_THAN[place];
