/** A good with its size or medium, as a sentence names it. */
export function fullName({ name, detail }: { name: string; detail: string | null }): string {
  return detail === null ? name : `${name} (${detail})`;
}
