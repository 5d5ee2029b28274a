import { IntegrationError } from './integration-error.ts';
import type { Envelope, FromFrame, ToFrame } from './messages.ts';
import { FRAME_ORIGIN } from './origins.ts';

type Question = { resolve: (answer: never) => void; reject: (error: Error) => void };
export type Channel = ReturnType<typeof openChannel>;

export const NOT_MOUNTED =
  'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.';

/** Talks with one frame, from its first sign of life until it is taken away; then open questions fail. */
export function openChannel(frame: HTMLIFrameElement, id: string, onMessage: (message: Exclude<FromFrame, { type: 'answer' }>) => void) {
  const ready = Promise.withResolvers<void>();
  const questions = new Map<number, Question>();
  let count = 0;
  addEventListener('message', hear);

  return {
    tell,
    ask<T>(question: (call: number) => ToFrame): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const call = ++count;
      questions.set(call, { resolve, reject });
      tell(question(call));
      return promise;
    },
    close(): void {
      removeEventListener('message', hear);
      for (const question of questions.values()) question.reject(new IntegrationError(NOT_MOUNTED));
      questions.clear();
    },
  };

  function tell(message: ToFrame): void {
    const envelope: Envelope<ToFrame> = { standin: id, message };
    void ready.promise.then(() => frame.contentWindow?.postMessage(envelope, FRAME_ORIGIN));
  }

  function hear(event: MessageEvent<Envelope<FromFrame> | null>): void {
    if (event.source !== frame.contentWindow || event.origin !== FRAME_ORIGIN || event.data?.standin !== id) return;
    const { message } = event.data;
    if (message.type === 'ready') ready.resolve();
    if (message.type !== 'answer') return onMessage(message);
    const question = questions.get(message.call);
    questions.delete(message.call);
    if (question) Reflect.apply(question.resolve, undefined, [message.answer]);
  }
}
