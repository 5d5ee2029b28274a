import type { Refusal } from '@newsstand/contracts/refusal';
import type { API_TEXTS } from '@newsstand/contracts/texts';

/** Whether all of it was refused for this. A service that was deployed before there were codes does not say: then it is a refusal like any other. */
export const refusedFor = ({ codes }: Refusal, key: keyof typeof API_TEXTS): boolean => codes?.code === `api.${key}`;
