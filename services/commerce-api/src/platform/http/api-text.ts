import { API_TEXTS } from '@newsstand/contracts/texts';
import { catalogue } from './coded-text.ts';

/** The texts with which any part of the service refuses, as `api.blank`. */
export const apiText = catalogue('api', API_TEXTS);
