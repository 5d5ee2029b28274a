import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programEnv } from '../../test/program-env.ts';
import { readConfig } from '../platform/config/config.ts';
import { noteRunning, readStaffConfig } from './running-service.ts';

const folder = () => ({ DATA_DIR: mkdtempSync(join(tmpdir(), 'running-')) });
const ELSEWHERE = { PUBLIC_URL: 'http://localhost:4001', STRIPE_API_BASE: 'http://127.0.0.1:4243' };

describe('a program that staff start by hand', { tags: ['ci'] }, () => {
  it('finds the magazine and the payments of the service that runs on the same data, on whatever ports', () => {
    const here = folder();
    const forget = noteRunning(readConfig({ ...here, ...ELSEWHERE }));
    const found = readStaffConfig(here, { pays: true });
    expect([found.publicUrl, found.stripe.apiBase]).toEqual([ELSEWHERE.PUBLIC_URL, ELSEWHERE.STRIPE_API_BASE]);
    expect(readStaffConfig({ ...here, PUBLIC_URL: 'http://magazine.localhost', STRIPE_API_BASE: '' }).publicUrl).toBe(
      'http://magazine.localhost',
    );
    forget();
    expect(readStaffConfig(here).publicUrl).toBe('http://localhost:4000');
  });

  it('finds the desk of the service that runs, so that an invitation leads there', () => {
    const here = folder();
    const forget = noteRunning(readConfig({ ...here, ...ELSEWHERE, DESK_URL: 'http://localhost:4410' }));
    expect(readStaffConfig(here).desk?.url).toBe('http://localhost:4410');
    expect(readStaffConfig({ ...here, DESK_URL: 'http://desk.localhost:4411' }).desk?.url).toBe('http://desk.localhost:4411');
    forget();
    expect(readStaffConfig(here).desk).toBeNull();
  });

  it('charges nothing where no service runs and nobody said where payments go', () => {
    const here = folder();
    expect(() => readStaffConfig(here, { pays: true })).toThrow(
      expect.objectContaining({ message: expect.stringContaining('Where payments go is not known') }),
    );
    // Left by one that was killed.
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(
      join(here.DATA_DIR, 'running.json'),
      JSON.stringify({ pid, publicUrl: ELSEWHERE.PUBLIC_URL, stripe: ELSEWHERE.STRIPE_API_BASE }),
    );
    expect(() => readStaffConfig(here, { pays: true })).toThrow();
    expect(readStaffConfig({ ...here, STRIPE_API_BASE: ELSEWHERE.STRIPE_API_BASE }, { pays: true }).stripe.apiBase).toBe(
      ELSEWHERE.STRIPE_API_BASE,
    );
  });

  it('asks for the keys with which the running service is paid', () => {
    const here = folder();
    const keys = { STRIPE_SECRET_KEY: 'sk_test_own', STRIPE_PUBLISHABLE_KEY: 'pk_test_own', STRIPE_WEBHOOK_SECRET: 'whsec_own' };
    const forget = noteRunning(readConfig({ ...here, ...keys }));
    expect(() => readStaffConfig(here, { pays: true })).toThrow(
      expect.objectContaining({ message: expect.stringContaining('the same STRIPE_SECRET_KEY') }),
    );
    expect(readStaffConfig({ ...here, ...keys }, { pays: true }).stripe.apiBase).toBeNull();
    forget();
  });

  it('says so as a program, and starts no database for it', () => {
    const env = programEnv(folder());
    const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'renewals-main.ts')], {
      env,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('Where payments go is not known')]);
  });
});
