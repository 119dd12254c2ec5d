import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPILE_CACHE } from '../support/compile-cache.ts'
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

/** The output and exit code of a real process, which is told to stop once it is ready; one that runs for a minute has failed. */
function start(
  env: Record<string, string>,
  nodeOptions: string[] = [],
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [...nodeOptions, START], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: COMPILE_CACHE,
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
    if (said.includes(' is ready at ')) child.kill('SIGTERM')
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, said }))
  })
}

test('a DATABASE_URL that does not answer ends the process with one sentence', async () => {
  const DATABASE_URL = 'postgresql://vignette:geheim@127.0.0.1:1/none'
  const { code, said } = await start({ DATABASE_URL })
  expect(said).toBe('DATABASE_URL does not answer: connect ECONNREFUSED 127.0.0.1:1.\n')
  expect(code).toBe(1)
}, 90_000)

test('a METRICS_PORT in use ends the started process with one sentence', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  const { code, said } = await start({ METRICS_PORT: String(port) })
  await new Promise((resolve) => other.close(resolve))
  expect(said).toBe(`Port ${port} is in use. Set METRICS_PORT to a free one.\n`)
  expect(code).toBe(1)
}, 90_000)

test('names of .env that are slips of known ones are named, and names of other programs are not', async () => {
  const file = join(folder, '.env')
  await writeFile(
    file,
    ['ADMIN_EMAIL=a@a.example', 'PUBLC_URL=http://localhost', 'NODE_ENV=test', 'PORT=http'].join(
      '\n',
    ),
  )
  const env = { ADMIN_EMAILZ: 'b@b.example', PORT: 'http' }
  const { code, said } = await start(env, [`--env-file=${file}`])
  expect(said.split('\n')).toEqual([
    `${file} sets ADMIN_EMAIL: did you mean ADMIN_EMAILS?`,
    `${file} sets PUBLC_URL: did you mean PUBLIC_URL?`,
    'The variable PORT is broken: must be a number.',
    '',
  ])
  expect(code).toBe(1)
}, 90_000)

test('a server that is told to stop says that it stops, and nothing else', async () => {
  const { code, said } = await start({})
  expect(said).toMatch(/^Vignette is ready at [^\n]+\nStopping…\n$/)
  expect(code).toBe(0)
}, 90_000)
