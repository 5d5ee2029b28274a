/** How many letters must be put in, left out, changed or swapped with the next to make one word the other. */
export const distance = (one: string, other: string): number => {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let line = 0; line < one.length; line += 1) {
    const next = [line + 1];
    for (let column = 0; column < other.length; column += 1) {
      const [above = 0, aboveLeft = 0, left = 0, swapped = 0] = [row[column + 1], row[column], next[column], before[column - 1]];
      const isSwapped = one[line] === other[column - 1] && one[line - 1] === other[column];
      next.push(Math.min(above + 1, left + 1, isSwapped ? swapped + 1 : Infinity, aboveLeft + (one[line] === other[column] ? 0 : 1)));
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
};
