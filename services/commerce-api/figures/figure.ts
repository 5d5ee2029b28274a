/** A measured value; `npm test` holds those that have a limit. */
export type Figure = { name: string; value: number; unit: string; limit?: { max?: number; min?: number } };
