let isAged = false;
const heard = new Set<() => void>();

/** Something of an answer was left out, because this page is of before and does not know it. */
export function noteAged(): void {
  isAged = true;
  for (const hear of heard) hear();
}

/** A page that begins knows all that the desk answers. */
export function beYoung(): void {
  isAged = false;
}

export const readAged = (): boolean => isAged;

export function hearOfAged(hear: () => void): () => void {
  heard.add(hear);
  return () => void heard.delete(hear);
}
