/** Card brands arrive as the provider writes them: `visa`, `american_express`. */
export function cardName(type: string): string {
  return type
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
