import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPILE_CACHE } from '../support/compile-cache.ts'
import { createTestDatabase, type TestDatabase } from '../support/create-test-database.ts'

const CLI = fileURLToPath(new URL('../../src/main/cli.ts', import.meta.url))
const BAD = {
  name: 'A boat',
  price: 200_000,
  cost: 0,
  generation_time: 5,
  inputs: [{ key: 'wish', type: 'text' }],
  steps: [{ id: 'draw', provider: 'local', function_type: 'text_to_image', prompt: 'A {{wish}}' }],
  output: 'ghost',
}

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vignette-cli-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function write(name: string, recipe: unknown): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, JSON.stringify(recipe))
  return file
}

/** The exit code and output of a command. */
function run(...words: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [CLI, ...words], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      DATABASE_URL: database.connectionString,
      DATA_DIR: join(folder, 'data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out, err }))
  })
}

test('workflows check prints the place of each fault to stderr', async () => {
  const { code, out, err } = await run('workflows', 'check', await write('bad.json', BAD))
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(
    /^price must be at most 100000 cents [^\n]+\noutput names "ghost", which is no step\n$/,
  )
}, 90_000)
