/** When what our widgets asked for and did not get was asked for. */
const failed: number[] = [];

let observer: PerformanceObserver | undefined;

/** Answers and code of ours. */
const OURS = /\/api\/|\/mf\//;
/**
 * What may say no, as it does to who asks for a good that is not sold any more. Code, and the page's data, are there
 * for any page.
 */
const MAY_REFUSE = /\/api\/(?!page\/)/;

export const watchFailedLoads = (): void => {
  observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'resource', buffered: true });
};

/** Did something that was asked for then not come? */
export const failedBetween = (from: number, to: number): boolean => {
  note(observer?.takeRecords() ?? []);
  return failed.some((time) => time >= from && time <= to);
};

const note = (entries: PerformanceEntryList): void => {
  for (const entry of entries) {
    if (entry instanceof PerformanceResourceTiming && OURS.test(entry.name) && isFailed(entry)) failed.push(entry.startTime);
  }
};

/**
 * What could not be reached has the status 0; browsers that tell of none (before 2023) leave it open. A proxy's page of
 * errors may say 200.
 */
const isFailed = ({ name, responseStatus: status, contentType }: PerformanceResourceTiming & { contentType?: string }): boolean => {
  if (status > 0 && status < 400) return name.includes('/api/page/') && contentType === 'text/html';
  const isRefusal = status >= 400 && status < 500 && status !== 429;
  return !(isRefusal && MAY_REFUSE.test(name));
};
