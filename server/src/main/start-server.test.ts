import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/create-test-database.ts'
import { StartError } from '../platform/start-error.ts'
import { secretOf } from './compose.ts'
import { readConfig } from './config.ts'
import { startServer } from './start-server.ts'

// test/processes/start.test.ts shows that the process prints the sentence and nothing else.

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vignette-start-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The sentence with which the start is refused, and what the log got until then. */
async function refusalOf(env: Record<string, string>): Promise<{ said: string; logged: string }> {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const start = async () => {
    const given = {
      DATABASE_URL: database.connectionString,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      SEED: 'false',
      ...env,
    }
    const running = await startServer(readConfig(given, secretOf), log)
    await running.stop()
  }
  const error: unknown = await start().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartError)
  return { said: (error as StartError).message, logged: lines.join('') }
}

test.each([
  [{ PORT: '70000' }, /^The variable PORT is broken: must be a port, at most 65535\.$/],
  [
    { HOST: 'no-such-host.invalid', DEVELOPMENT_SIGN_IN: 'false' },
    /^HOST no-such-host\.invalid is no address of this machine\.$/,
  ],
  [{ DATABASE_URL: 'postgresql://[geheim' }, /^DATABASE_URL does not answer: [^\n]+$/],
  [{ ROLE: 'worker', DATABASE_URL: '' }, /^DATABASE_URL is required where ROLE is worker\.$/],
  // In /proc `mkdir` fails with an unusual code, which once made the start hang.
  [{ DATA_DIR: '/proc/none' }, /^DATA_DIR \(\/proc\/none\) cannot be written\.$/],
  [{ PROVIDER_RATE: 'falx=3' }, /^PROVIDER_RATE names falx; the providers are local, [^\n]+$/],
])('%j is refused with one sentence', async (env, sentence) => {
  const { said, logged } = await refusalOf(env)
  expect(said).toMatch(sentence)
  expect(said + logged).not.toContain('geheim')
})

test('a DATA_DIR that is a file is refused with one sentence', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const { said } = await refusalOf({ DATA_DIR: file })
  expect(said).toBe(`DATA_DIR (${file}) cannot be written.`)
})

test('an unreadable secret is named, and not reported as an unwritable folder', async () => {
  const data = join(folder, 'of-another')
  await mkdir(join(data, 'secret'), { recursive: true })
  const { said } = await refusalOf({ DATA_DIR: data })
  expect(said).toBe(
    `The file "secret" in DATA_DIR (${data}) cannot be read by this account (EISDIR).`,
  )
})

test('a deleted file with the secret is missed, as the database belongs to it', async () => {
  const DATA_DIR = join(folder, 'lost')
  const other = await createTestDatabase()
  try {
    const given = {
      DATABASE_URL: other.connectionString,
      DATA_DIR,
      PORT: '0',
      SEED: 'false',
    }
    const log = pino({ level: 'silent' })
    await (await startServer(readConfig(given, secretOf), log)).stop()
    await rm(join(DATA_DIR, 'secret'))
    const said =
      'SECRET is not the one that this database belongs to (where SECRET is not set, it is the file "secret" in DATA_DIR): set that one again. '
    expect((await refusalOf(given)).said).toContain(said)
    // The start has made a file with another secret; that one is refused as well.
    expect((await refusalOf(given)).said).toContain('npm run cli -- secret replace')
  } finally {
    await other.drop()
  }
})

test('a process that was cut off while the secret was replaced hears of it', async () => {
  const other = await createTestDatabase()
  const given = { DATABASE_URL: other.connectionString, PORT: '0', SEED: 'false' }
  const config = readConfig({ ...given, DATA_DIR: join(folder, 'cut-off') }, secretOf)
  const refused = Promise.withResolvers<StartError>()
  const running = await startServer(config, pino({ level: 'silent' }), refused.resolve)
  try {
    await other.pool.query(`update server_secret set fingerprint = 'of another'`)
    await other.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'vignette-listen%'`,
    )
    expect((await refused.promise).message).toContain('cli -- secret replace')
  } finally {
    await running.stop()
    await other.drop()
  }
})

test('a PORT in use is refused with one sentence', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  const { said } = await refusalOf({ PORT: String(port) })
  await new Promise((resolve) => other.close(resolve))
  expect(said).toBe(`Port ${port} is in use. Set PORT to a free one.`)
})

test('what a customer would miss is tried after the start, and each fault is one warning', async () => {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  const told: Record<string, string> = {}
  const all = Promise.withResolvers<void>()
  const write = (line: string) => {
    const { level, dependency, msg } = JSON.parse(line) as {
      level: number
      dependency?: string
      msg: string
    }
    if (!dependency) return
    told[dependency] = `${level} ${msg}`
    if (Object.keys(told).length === 3) all.resolve()
  }
  const given = {
    DATABASE_URL: database.connectionString,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    SEED: 'false',
    S3_BUCKET: 'vignette',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'tests',
    S3_SECRET_ACCESS_KEY: 'geheim',
    SMTP_URL: `smtp://post:geheim@127.0.0.1:${port}`,
    MAIL_FROM: 'post@example.org',
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: 'vignette',
    OIDC_CLIENT_SECRET: 'geheim',
  }
  const running = await startServer(readConfig(given, secretOf), pino({ level: 'warn' }, { write }))
  await all.promise
  await running.stop()
  expect(told).toEqual({
    bucket: expect.stringMatching(
      /^40 No file of the bucket vignette can be written \(ECONNREFUSED\)/,
    ),
    mail: expect.stringMatching(/^40 The mail server .+ cannot be used \(ECONNREFUSED\): look at/),
    'sign-in': expect.stringMatching(
      /^40 The issuer .+ gives no discovery document \(ECONNREFUSED\)/,
    ),
  })
  expect(JSON.stringify(told)).not.toContain('geheim')
})
