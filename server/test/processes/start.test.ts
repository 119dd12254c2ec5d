import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/create-test-database.ts'

const START = fileURLToPath(new URL('../../src/main/start.ts', import.meta.url))

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

/** The output and exit code of a real process; a process that runs for a minute has failed. */
function start(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [START], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.connectionString,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      SEED: 'false',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  let said = ''
  const hear = (chunk: Buffer) => {
    said += chunk.toString()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, said }))
  })
}

test.each([
  [{ QUEUE_LIMIT: 'many' }, /^The variable QUEUE_LIMIT is broken: must be a number\.\n$/],
  [{ PORT: '70000' }, /^The variable PORT is broken: must be a port, at most 65535\.\n$/],
  [
    { HOST: 'no-such-host.invalid', DEVELOPMENT_SIGN_IN: 'false' },
    /^HOST no-such-host\.invalid is no address of this machine\.\n$/,
  ],
  [
    { DATABASE_URL: 'postgresql://vignette:geheim@127.0.0.1:1/none' },
    /^DATABASE_URL does not answer: connect ECONNREFUSED 127\.0\.0\.1:1\.\n$/,
  ],
  [{ DATABASE_URL: 'postgresql://[geheim' }, /^DATABASE_URL does not answer: [^\n]+\n$/],
  [{ ROLE: 'worker', DATABASE_URL: '' }, /^DATABASE_URL is required where ROLE is worker\.\n$/],
  // In /proc `mkdir` fails with an unusual code, which once made the start hang.
  [{ DATA_DIR: '/proc/none' }, /^DATA_DIR \(\/proc\/none\) cannot be written\.\n$/],
  [{ PROVIDER_RATE: 'falx=3' }, /^PROVIDER_RATE names falx; the providers are local, [^\n]+\n$/],
])(
  '%j ends the start with one sentence',
  async (env, sentence) => {
    const { code, said } = await start(env)
    expect(said).toMatch(sentence)
    expect(said).not.toContain('geheim')
    expect(code).toBe(1)
  },
  90_000,
)

test('a DATA_DIR that is a file ends the start with one sentence', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const { code, said } = await start({ DATA_DIR: file })
  expect(said).toBe(`DATA_DIR (${file}) cannot be written.\n`)
  expect(code).toBe(1)
}, 90_000)

test('an unreadable secret is named, and not reported as an unwritable folder', async () => {
  const data = join(folder, 'of-another')
  await mkdir(join(data, 'secret'), { recursive: true })
  const { code, said } = await start({ DATA_DIR: data })
  expect(said).toBe(
    `The file "secret" in DATA_DIR (${data}) cannot be read by this account (EISDIR).\n`,
  )
  expect(code).toBe(1)
}, 90_000)

test.each(['PORT', 'METRICS_PORT'])(
  'a %s in use ends the start with one sentence',
  async (name) => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const { code, said } = await start({ [name]: String(port) })
    await new Promise((resolve) => other.close(resolve))
    expect(said).toBe(`Port ${port} is in use. Set ${name} to a free one.\n`)
    expect(code).toBe(1)
  },
  90_000,
)
