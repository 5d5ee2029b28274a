import { useEffect, useRef } from 'react';

/**
 * Runs something at once, or, while the mouse is held down, when it has been released. A message that appears between
 * press and release moves the page, and the click then misses the button that the reader had pressed.
 */
export const useAfterPress = (watching: boolean): ((run: () => void) => void) => {
  const pressed = useRef(false);

  useEffect(() => {
    if (!watching) return;
    const note = ({ type }: Event) => (pressed.current = type === 'mousedown');
    window.addEventListener('mousedown', note, true);
    window.addEventListener('mouseup', note, true);
    return () => {
      window.removeEventListener('mousedown', note, true);
      window.removeEventListener('mouseup', note, true);
    };
  }, [watching]);

  return (run) => {
    if (!pressed.current) return run();
    // The click comes right after the release, before any timer.
    window.addEventListener('mouseup', () => setTimeout(run), { once: true, capture: true });
  };
};
