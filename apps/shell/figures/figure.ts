/** One measured number, and the limits that it must keep where there are any. */
export type Figure = { name: string; value: number; unit: string; limit?: { max?: number; min?: number } };

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};
