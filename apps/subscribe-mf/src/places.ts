/** The fields of a page, each by the words of the server's names for it (`item.donation.dollars`). */
export type Places = Readonly<Record<string, readonly string[]>>;

/** Beside which field of the page an error of this name stands. */
export const placeIn =
  (places: Places) =>
  (name: string): string | undefined => {
    const words = name.split('.');
    return Object.keys(places).find((place) => places[place]?.some((word) => words.includes(word)));
  };
