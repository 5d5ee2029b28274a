import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Where the focus goes when a reader has taken the last thing out: the button that they pressed is gone with it.
 * `words` are those of the empty cart, which are read out then; a cart that another tab emptied moves nobody.
 */
export function useEmptied(): { words: RefObject<HTMLParagraphElement | null>; hasRemoved: boolean; onRemoved(): void } {
  const words = useRef<HTMLParagraphElement>(null);
  const [removals, setRemovals] = useState(0);
  useEffect(() => {
    if (removals > 0) words.current?.focus();
  }, [removals]);
  return { words, hasRemoved: removals > 0, onRemoved: () => setRemovals((count) => count + 1) };
}
