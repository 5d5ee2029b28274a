#!/usr/bin/env node
// Stands in for the native `schema-engine` that the `prisma` command would download. It speaks the command's
// line-by-line JSON-RPC and answers with @prisma/schema-engine-wasm (the engine of the same commit, from npm) over
// @prisma/adapter-pg. Three things differ from the native engine and are mended here: the "char" type, scripts with ';'
// in them, and who prints a diff.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    datamodels: { type: 'string', multiple: true },
    datasource: { type: 'string' },
    version: { type: 'boolean' },
  },
});
if (options.version) {
  console.log('schema-engine-cli (WebAssembly)');
  process.exit(0);
}
const datasource = options.datasource ? JSON.parse(options.datasource) : {};
if (positionals[0] === 'cli') await databaseCommand(positionals[1]);

/** @type {number | null} The request that is being answered, so that a crash can still answer it. */
let pending = null;
let panic = '';
globalThis.PRISMA_WASM_PANIC_REGISTRY = {
  set_message: (message) => {
    panic = message;
  },
};
process.on('uncaughtException', (error) => {
  if (pending === null) process.exit(1);
  const message = panic || String(error.stack);
  write({ jsonrpc: '2.0', id: pending, error: { code: 4466, message, data: { is_panic: false, message } } }, () => process.exit(1));
});

const binding = await loadEngine();
const adapters = bindMigrationAwareSqlAdapterFactory(adapterFactory(datasource.url));
let engine = null;

let chain = Promise.resolve();
const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on('line', (line) => {
  const request = line.trim() === '' ? {} : JSON.parse(line);
  // What has no method is the command's answer to a `print` of ours.
  if (request.method) chain = chain.then(async () => write(await answer(request)));
});
lines.on('close', () => chain.then(() => process.exit(0)));

async function answer({ id, method, params }) {
  pending = id;
  try {
    engine ??= await binding.SchemaEngine.new({ datamodels: datamodels() }, () => undefined, adapters);
    return { jsonrpc: '2.0', id, result: (await call(method, params)) ?? {} };
  } catch (error) {
    const raw = error?.message ?? String(error);
    const data = parseJson(raw) ?? { is_panic: false, message: panic || raw };
    return { jsonrpc: '2.0', id, error: { code: 4466, message: raw, data: { is_panic: false, ...data, message: data.message ?? raw } } };
  }
}

async function call(method, params) {
  if (method === 'getDatabaseVersion') return engine.version(params);
  if (method === 'createDatabase') return { databaseName: databaseName(datasource.url) };
  const result = await engine[method](params);
  if (method !== 'diff') return result;
  if (result.stdout) write({ jsonrpc: '2.0', id: 0, method: 'print', params: { content: result.stdout } });
  return { exitCode: result.exitCode, stdout: null };
}

function adapterFactory(url) {
  const connect = async (to) => wholeScripts(await new PrismaPg({ connectionString: to, max: 2 }).connect());
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(url),
    connectToShadowDb: async () => {
      const shadow = datasource.shadowDatabaseUrl;
      if (shadow) return connect(shadow);
      const name = `prisma_migrate_shadow_db_${crypto.randomUUID()}`;
      const admin = new pg.Client({ connectionString: url });
      await admin.connect();
      await admin.query(`create database "${name}"`);
      const adapter = await connect(withDatabase(url, name));
      const dispose = adapter.dispose.bind(adapter);
      adapter.dispose = async () => {
        await dispose();
        await admin.query(`drop database if exists "${name}" with (force)`);
        await admin.end();
      };
      return adapter;
    },
  };
}

/** adapter-pg splits a script at every ';', also inside $$ bodies and literals: send it whole. */
function wholeScripts(adapter) {
  knowChar(adapter);
  const startTransaction = adapter.startTransaction.bind(adapter);
  adapter.startTransaction = async (level) => knowChar(await startTransaction(level));
  adapter.executeScript = async (script) => {
    await adapter.underlyingDriver().query(script);
  };
  return adapter;
}

/**
 * adapter-pg has no mapping for the one-byte "char" (oid 18) of the catalogue: report it as Character, '' as the NUL
 * the native engine reads.
 */
function knowChar(queryable) {
  const performIO = queryable.performIO.bind(queryable);
  const queryRaw = queryable.queryRaw.bind(queryable);
  const charColumns = new WeakMap();
  queryable.performIO = async (query) => {
    const result = await performIO(query);
    const columns = (result.fields ?? []).flatMap((field, index) => (field.dataTypeID === 18 ? [index] : []));
    for (const column of columns) {
      result.fields[column].dataTypeID = 25;
      for (const row of result.rows) if (row[column] === '') row[column] = '\0';
    }
    charColumns.set(query, columns);
    return result;
  };
  queryable.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const column of charColumns.get(query) ?? []) result.columnTypes[column] = ColumnTypeEnum.Character;
    return result;
  };
  return queryable;
}

/** `cli can-connect-to-database`, `cli create-database`, `cli drop-database`: exits when it is done. */
async function databaseCommand(command) {
  process.stderr.write('\n'); // the command drops the first line
  const name = databaseName(datasource.url);
  const connects = command === 'can-connect-to-database';
  const client = new pg.Client({ connectionString: connects ? datasource.url : withDatabase(datasource.url, 'postgres') });
  try {
    await client.connect();
    if (command === 'create-database') await client.query(`create database ${pg.escapeIdentifier(name)}`);
    if (command === 'drop-database') await client.query(`drop database if exists ${pg.escapeIdentifier(name)}`);
    await client.end();
    process.exit(0);
  } catch (error) {
    const error_code = error.code === '3D000' ? 'P1003' : error.code === '28P01' ? 'P1000' : 'P1001';
    const message = `${error_code === 'P1003' ? 'Database does not exist' : 'Cannot reach database server'}: ${error.message || error.code}`;
    const report = {
      timestamp: new Date().toISOString(),
      level: 'ERROR',
      fields: { is_panic: false, error_code, message },
      target: 'schema_engine::logger',
    };
    process.stderr.write(`${JSON.stringify(report)}\n`);
    process.exit(1);
  }
}

async function loadEngine() {
  const wasm = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace(/\.js$/, '.wasm');
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasm)), { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}

function datamodels() {
  return options.datamodels?.map((path) => [path, readFileSync(path, 'utf8')]);
}

function write(message, done) {
  process.stdout.write(`${JSON.stringify(message)}\n`, done);
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function databaseName(url) {
  return decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres';
}

function withDatabase(url, database) {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  changed.searchParams.delete('schema');
  return changed.href;
}
