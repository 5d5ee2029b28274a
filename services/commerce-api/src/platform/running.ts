/** What works beside the requests, such as the job queue: `stop` finishes what it holds. */
export type Running = { stop(): Promise<void> };
