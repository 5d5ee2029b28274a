import * as v from 'valibot';

/** What may be broken is no money: a field that takes this may be 0. An amount is never made up. */
const BROKEN = 0.5;
/** What stands for something that is missing or that this build does not know: the first that the schema takes. */
const STAND_INS = [undefined, null, [], {}, '', false, BROKEN];

/** An answer of which more does not fit is another answer. */
const MOST = 100;

type Keys = readonly unknown[];
type Parsed<S extends v.GenericSchema> = v.SafeParseResult<S>;

/**
 * Reads an answer of an API that is older or younger than this build, of which a part does not fit: that part is left
 * out, as little of it as possible. An item of a list goes; anything else is as if it were not there. Only where
 * nothing can stand for it does what it belongs to go as well. It is fetched when an answer does not fit, so that
 * nobody else waits for it.
 */
export const tolerate = <S extends v.GenericSchema>(schema: S, answer: unknown): Parsed<S> => {
  const whole: unknown = structuredClone(answer);
  const read = () => v.safeParse(schema, whole);
  const leftOut: string[] = [];
  let parsed = read();
  while (!parsed.success) {
    const keys = leftOut.length < MOST ? leaveOut(whole, keysOf(parsed.issues[0]), read) : null;
    if (keys === null) return parsed;
    leftOut.push(keys.join('.'));
    parsed = read();
  }
  console.warn(`Newsstand: left out of an answer, because this page's script is of another age: ${leftOut.join(', ')}`);
  return parsed;
};

/**
 * Leaves out the innermost part at `keys` without which it and what is in it fit, and says which; null where there is
 * none.
 */
const leaveOut = <S extends v.GenericSchema>(whole: unknown, keys: Keys, read: () => Parsed<S>): Keys | null => {
  const holders = [Object(whole)];
  for (const key of keys) holders.push(Object(Reflect.get(holders.at(-1), String(key))));
  for (let depth = keys.length; depth > 0; depth--) {
    const holder: object = holders[depth - 1];
    const key = String(keys[depth - 1]);
    const part = keys.slice(0, depth);
    if (!Array.isArray(holder)) {
      if (standIn(holders.slice(0, depth), part, read)) return part;
      // A list where the schema has fields has no such key.
    } else if (key in holder) {
      holder.splice(Number(key), 1);
      stopCheckOut(holders);
      return part;
    }
  }
  return null;
};

/**
 * Puts what can stand for it where `part` is in the last of `holders`, and says whether something can. For what has
 * fields that is what can stand for each of them: nothing at all where one is an amount.
 */
const standIn = <S extends v.GenericSchema>(holders: readonly object[], part: Keys, read: () => Parsed<S>): boolean => {
  const holder = Object(holders.at(-1));
  const key = String(part.at(-1));
  const was: unknown = Reflect.get(holder, key);
  const lackingWith = (value: unknown): Keys[] => {
    Reflect.set(holder, key, value);
    return issuesIn(part, read());
  };
  for (const value of STAND_INS) {
    if (lackingWith(value).length > 0) continue;
    if (value === BROKEN) Reflect.set(holder, key, 0);
    // Lines of a cart in one zone.
    if (Array.isArray(value)) stopCheckOut(holders.slice(0, -1));
    return true;
  }
  const fields = {};
  const stand = lackingWith(fields).every((lacking) => lacking.length > part.length && standIn([...holders, fields], lacking, read));
  if (stand && lackingWith(fields).length === 0) return true;
  Reflect.set(holder, key, was);
  return false;
};

/**
 * A cart of which a line cannot be shown is not paid for by who cannot see it: it is emptied, or paid where it can be
 * seen.
 */
const stopCheckOut = (holders: readonly object[]): void => {
  for (const holder of holders) if ('can_checkout' in holder) Reflect.set(holder, 'can_checkout', false);
};

const keysOf = ({ path }: v.BaseIssue<unknown>): Keys => path?.map(({ key }) => key) ?? [];
const issuesIn = (part: Keys, { issues }: Parsed<v.GenericSchema>): Keys[] =>
  (issues ?? []).map(keysOf).filter((keys) => part.every((key, at) => key === keys[at]));
