import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

export type SecurityOptions = { nonce: string; storeOrigins: readonly string[]; stripeOrigin?: string; production: boolean };

/**
 * The policy of one page. Scripts run by nonce or from the file stores, exact origins both; strings become scripts only
 * through the named Trusted Types policies. Only the checkout page gives a `stripeOrigin`.
 */
export const contentSecurityPolicy = ({ nonce, storeOrigins, stripeOrigin, production }: SecurityOptions): string => {
  const stripe = stripeSources(stripeOrigin);
  const sockets = production ? [] : storeOrigins.flatMap(socketsOf);
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`, ...storeOrigins, ...stripe.script],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:', ...storeOrigins],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...storeOrigins, ...sockets, ...stripe.connect],
    'frame-src': stripe.frame.length > 0 ? stripe.frame : ["'none'"],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // The loader's policy, and the one by which remotes load a foreign script such as Stripe's
    // (packages/ui/src/load-script.ts).
    'trusted-types': ['newsstand', 'newsstand-scripts'],
    ...(production ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
};

/**
 * A remote under development hears of changes through a socket, which its dev server may call by the other name of this
 * machine.
 */
const socketsOf = (origin: string): string[] => {
  const socket = origin.replace(/^http/, 'ws');
  return [...new Set([socket, socket.replace('//localhost', '//127.0.0.1')])];
};

const STRIPE = 'https://js.stripe.com';

/**
 * What Stripe asks of a policy (https://docs.stripe.com/security/guide#content-security-policy); the emulator serves
 * all of it from one origin.
 */
const stripeSources = (origin: string | undefined): { script: string[]; frame: string[]; connect: string[] } => {
  if (!origin) return { script: [], frame: [], connect: [] };
  if (origin !== STRIPE) return { script: [origin], frame: [origin], connect: [origin] };
  return {
    script: [STRIPE, 'https://*.js.stripe.com'],
    frame: [STRIPE, 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    connect: ['https://api.stripe.com'],
  };
};

/** Everything but the policy above. Share windows and 3-D Secure open popups, so the opener is kept for them alone. */
export const securityHeaders = (production: boolean): MiddlewareHandler =>
  secureHeaders({
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    crossOriginResourcePolicy: 'same-site',
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: production ? 'max-age=31536000; includeSubDomains' : false,
    xFrameOptions: 'DENY',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], usb: [], payment: ['self', STRIPE] },
    overwrite: false,
  });
