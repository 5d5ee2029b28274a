const TRIED = 'newsstand-cookie';

/**
 * Whether this browser keeps a cookie of this page. Chromium, where cookies are blocked in its settings, says that they
 * are enabled and keeps none: so one is set, looked for, and taken away.
 */
export const keepsCookies = (): boolean => {
  try {
    document.cookie = `${TRIED}=1; path=/; SameSite=Lax`;
    const isKept = document.cookie.includes(`${TRIED}=`);
    document.cookie = `${TRIED}=; path=/; Max-Age=0`;
    return isKept;
  } catch {
    // A frame that has no origin of its own has no cookies either.
    return false;
  }
};
