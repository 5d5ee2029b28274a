/** The option without which a widget has nothing to show. */
export const missingOption = (widget: string, { item, ref }: Record<string, string>): 'item' | 'ref' | null => {
  if (widget !== 'checkout.add') return null;
  if (item === undefined) return 'item';
  return ref === undefined && !item.endsWith('-issue') ? 'ref' : null;
};
