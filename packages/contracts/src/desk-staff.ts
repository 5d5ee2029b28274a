import * as v from 'valibot';
import { CalendarMoment } from './calendar-day.ts';
import { LabelSheetName } from './label-sheets.ts';
import { required } from './address.ts';
import { upTo } from './bounded.ts';
import { ActionId } from './desk-history.ts';
import { DeskRole } from './desk-roles.ts';
import { Email } from './email.ts';

/**
 * A header of what a page asks for by itself, while nobody is at it: such a call counts as none by which somebody was
 * here.
 */
export const UNATTENDED = 'desk-unattended';

/** Bytes as WebAuthn writes them in JSON. */
const bytes = (max: number) => v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(max));
const made = { id: bytes(2048), rawId: bytes(2048), type: v.literal('public-key') };
const extensions = v.pipe(
  v.record(v.string(), v.unknown()),
  // We ask for none; what an authenticator says of itself is not kept.
  v.transform(() => ({})),
);

/** A passkey that was shown, as browsers send it (WebAuthn 3, AuthenticationResponseJSON). */
export const KeyShown = v.object({
  ...made,
  response: v.object({
    clientDataJSON: bytes(8192),
    authenticatorData: bytes(8192),
    signature: bytes(8192),
    userHandle: v.optional(bytes(200)),
  }),
  clientExtensionResults: extensions,
});
export type KeyShown = v.InferOutput<typeof KeyShown>;

/** A passkey that was made (WebAuthn 3, RegistrationResponseJSON). */
export const KeyMade = v.object({
  ...made,
  response: v.object({
    clientDataJSON: bytes(8192),
    attestationObject: bytes(32_768),
    transports: v.optional(v.pipe(v.array(v.picklist(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])), v.maxLength(7))),
  }),
  clientExtensionResults: extensions,
});
export type KeyMade = v.InferOutput<typeof KeyMade>;

/** What a browser hands to its authenticator; only the authenticator reads it. */
export const KeyRound = v.object({ options: v.record(v.string(), v.unknown()) });

export const ShowKey = v.object({ key: KeyShown });
/** `token`: of an invitation's link. */
export const OpenInvitation = v.object({ token: upTo(200) });
/**
 * Whether an invitation's link makes a passkey: it does, it was `used`, or it is `gone` (too old, taken back, replaced
 * by another, or never there).
 */
export const InvitationStands = v.object({ state: v.picklist(['open', 'used', 'gone']) });
export type InvitationStands = v.InferOutput<typeof InvitationStands>;
export const AcceptInvitation = v.object({ token: upTo(200), key: KeyMade });

/** One of the sample people of a machine of one's own. */
export const BeSample = v.object({ role: DeskRole });

/**
 * Who is signed in at the desk. `proved`: until when what wants a fresh key may be done; `keys`: how many passkeys they
 * have.
 */
export const DeskPerson = v.object({ name: v.string(), email: v.string(), roles: v.array(DeskRole), proved: v.string(), keys: v.number() });
export type DeskPerson = v.InferOutput<typeof DeskPerson>;

/**
 * What the desk's frame shows before anything else. `samples`: who may be signed in as with a click; empty where others
 * may reach the desk; `zones`, `levels` and `lists` (by their tags): what readers know them by; `sheet`: of labels, in
 * the country that is posted from; `time_zone`: the publication's.
 */
export const DeskSession = v.object({
  person: v.nullable(DeskPerson),
  magazine: v.string(),
  zones: v.object({ a: v.string(), b: v.string(), c: v.string() }),
  levels: v.object({ low: v.string(), high: v.string() }),
  lists: v.optional(v.record(v.string(), v.string())),
  sheet: v.optional(LabelSheetName),
  time_zone: v.optional(v.string(), 'UTC'),
  invoices: v.optional(v.string()),
  samples: v.array(v.object({ role: DeskRole, name: v.string() })),
});
export type DeskSession = v.InferOutput<typeof DeskSession>;

/**
 * Somebody who works here. `version`: of what they may do, for whoever changes it; `keys`: how many passkeys they have;
 * `invited`: until when a link works by which they make one, null where none does.
 */
export const DeskColleague = v.object({
  id: v.string(),
  version: v.string(),
  name: v.string(),
  email: v.string(),
  roles: v.array(DeskRole),
  disabled: v.nullable(v.string()),
  keys: v.number(),
  invited: v.optional(v.nullable(v.string())),
});
export type DeskColleague = v.InferOutput<typeof DeskColleague>;

/** Everybody who works here. */
export const DeskStaff = v.object({ staff: v.array(DeskColleague) });

/** What somebody may do from now on, and whether they may work here at all. */
export const ChangeStaff = v.object({
  action: ActionId,
  version: upTo(200),
  roles: v.pipe(v.array(DeskRole), v.maxLength(7)),
  disabled: v.boolean(),
});
/** Somebody who does not work here yet. */
export const InviteStaff = v.object({
  action: ActionId,
  email: Email,
  name: required(120),
  roles: v.pipe(v.array(DeskRole), v.maxLength(7)),
});
/** `replace`: the keys that they have are void once the new one is made: for a lost one. */
export const MailKeyLink = v.object({ action: ActionId, replace: v.boolean() });
/** `letter`: to whom the link went; `told`: how many publishers are written to of it. */
export const KeyLinkSent = v.object({ letter: v.string(), expires: v.string(), told: v.number() });
export type KeyLinkSent = v.InferOutput<typeof KeyLinkSent>;
/** `invited`: until when the link works, as whoever takes it back was shown it. */
export const TakeBackKeyLink = v.object({ action: ActionId, invited: CalendarMoment });
/** `links`: how many make no passkey any more. */
export const KeyLinkTakenBack = v.object({ links: v.number() });
/** A further key of whoever is signed in. */
export const KeepFurtherKey = v.object({ key: KeyMade });

/** `ended`: in how many browsers they were signed out. */
export const StaffChanged = v.object({ ended: v.number() });
