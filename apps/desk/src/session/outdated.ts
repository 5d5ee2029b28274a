let isOutdated = false;
const heard = new Set<() => void>();

/** Something of an answer was left out, because this page is of before and does not know it. */
export function noteOutdated(): void {
  isOutdated = true;
  for (const hear of heard) hear();
}

/** A page that begins knows all that the desk answers. */
export function startUpToDate(): void {
  isOutdated = false;
}

export const isPageOutdated = (): boolean => isOutdated;

export function hearOfOutdated(hear: () => void): () => void {
  heard.add(hear);
  return () => void heard.delete(hear);
}
