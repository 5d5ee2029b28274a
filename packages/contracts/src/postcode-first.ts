/**
 * Where the postal code stands before the town, as the post of these countries asks for (Universal Postal Union,
 * addressing; Google's libaddressinput). Elsewhere it follows, or there is none. By first letter, since of a page that
 * asks for an address each byte counts.
 */
const FIRST =
  /^(A[DLMRTXZ]|B[AEGLY]|C[HLVYZ]|D[EKOZ]|E[CEHST]|F[IOR]|G[EFLPRTW]|H[RT]|I[LST]|K[GWZ]|L[AIRTU]|M[ACDEFGKQUXYZ]|N[CEILO]|OM|P[FLMTY]|R[EOS]|S[EIJKMNV]|T[JMNRZ]|U[YZ]|VA|WF|XK|YT|ZM)$/;

/** For forms and for what is posted; where none is chosen yet, the town comes first. */
export const postcodeFirst = (country: string): boolean => FIRST.test(country);
