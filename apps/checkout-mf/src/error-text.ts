import type { Refusal } from '@newsstand/contracts/refusal';

/** What a refusal says, in one text: section 7 lets it be one message or one per field. */
export const errorText = ({ errors }: Refusal): string => (typeof errors === 'string' ? errors : (Object.values(errors)[0] ?? ''));
