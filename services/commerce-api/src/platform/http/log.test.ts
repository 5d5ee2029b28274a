import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { describeError } from './log.ts';

test.each([
  ['an e-mail address', 'no such reader: ana.b+x@example.co.uk!', 'ana.b'],
  ['what PostgreSQL quotes', 'Key (email, name)=(x, Ana Berg) already exists.', 'Ana Berg'],
  ['a session token', 'bad session kT3xhQm9cV_2bA7YwZs1pLr0-uN8eJfGdI5oKxTqRvM', 'kT3xhQm9'],
  ['a client secret', 'pi_3Qabc123_secret_XyZ789 is used', 'secret_XyZ789'],
  ['an API key', 'Invalid key: sk_live_51abcdefghij', '51abcdef'],
])('%s in an error does not reach the log', (_title, message, secret) => {
  const logged = JSON.stringify(describeError(new Error(message, { cause: new Error(message) })));
  expect(logged).not.toContain(secret);
});

test('what an operator needs of an error does', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  expect(describeError(error)).toMatchObject({ type: 'Error', message: 'connect ECONNREFUSED 127.0.0.1:5432', code: 'ECONNREFUSED' });
  expect(describeError(error)['stack']).toContain('log.test.ts');
});

test('an answer is written down with others, an error with what came before it at once, and all that is left when the process ends', async () => {
  const log = JSON.stringify(new URL('log.ts', import.meta.url).href);
  const program = `import { batchedOutput, createLog } from ${log};
    const log = createLog('info', batchedOutput());
    log.info('an answer');
    process.stdin.once('data', () => {
      log.info('the last answer');
      process.exit(0);
    });
    log.error('an error');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const messages: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    messages.push(JSON.parse(line).msg);
    if (messages.at(-1) === 'an error') child.stdin.write('\n');
  }
  expect(messages).toEqual(['an answer', 'an error', 'the last answer']);
});
