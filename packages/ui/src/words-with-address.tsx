/**
 * Words of the catalogue with each place where the support's address stands in them as a link to write there. A
 * publication's own words may leave it out.
 */
export const WordsWithAddress = ({ words, address }: { words: string; address: string }) =>
  words.split(address).flatMap((part, place) =>
    place > 0
      ? [
          <a key={place} href={`mailto:${address}`}>
            {address}
          </a>,
          part,
        ]
      : part,
  );
