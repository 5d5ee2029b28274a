import { jsonInSlices } from '../../desk/files/in-slices.ts';
import type { AppContext } from '../../platform/http/app-env.ts';
import { besideReaders } from '../../platform/pace.ts';
import type { Deps } from '../../publication/deps.ts';

/**
 * Answers with a file as JSON, a slice at a time: one of a hundred thousand rows would keep whoever else is served
 * waiting.
 */
export function sendFile(c: AppContext, { served }: Pick<Deps, 'served'>, file: { name: string; rows: number; csv: string }): Response {
  const slices = jsonInSlices(file, besideReaders(served));
  const body = new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await slices.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await slices.return();
    },
  });
  return c.body(body, 200, { 'Content-Type': 'application/json' });
}
