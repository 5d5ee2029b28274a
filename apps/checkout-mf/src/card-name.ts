/** `visa` is how the payment provider writes it. */
export const cardName = (type: string): string => type.charAt(0).toUpperCase() + type.slice(1);
