import { runInService } from './passing-time.ts';

const OFTEN = 2 * 60 * 1000;

/**
 * All journeys come from one network, one after the other, and buy more in ten minutes than a network of readers may,
 * and ask for more letters in an hour: both are forgotten from time to time. That they are counted is tested beside the
 * code.
 */
export default function forgetAttempts(): () => void {
  const forget = () =>
    runInService(`await db.$executeRaw\`delete from rate_limit where key like 'checkout:%' or key like 'letter-network:%'\`;`);
  const timer = setInterval(() => void forget().catch(console.error), OFTEN);
  return () => clearInterval(timer);
}
