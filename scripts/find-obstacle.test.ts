import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findMissingRoom } from './find-obstacle.mjs'

test('npm start refuses a port in use in one sentence, before anything is installed', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const project = mkdtempSync(path.join(os.tmpdir(), 'vignette-test-start-'))
  try {
    cpSync(fileURLToPath(new URL('.', import.meta.url)), path.join(project, 'scripts'), {
      recursive: true,
      filter: (source) => path.basename(source) !== 'node_modules',
    })
    writeFileSync(path.join(project, '.env'), `PORT=${port}\n`)
    const { PORT: _, ...env } = process.env
    const start = path.join(project, 'scripts/start.mjs')
    const { status, stderr } = spawnSync(process.execPath, [start], { encoding: 'utf8', env })
    expect([status, stderr]).toEqual([1, `Port ${port} is in use. Set PORT to a free one.\n`])
  } finally {
    rmSync(project, { recursive: true, force: true })
    server.close()
  }
})

test('a folder with less free room than is needed is told with both figures, also before it exists', () => {
  const folder = path.join(os.tmpdir(), 'vignette-not-there/below')
  expect(findMissingRoom(folder, 'Move.', Number.MAX_SAFE_INTEGER)).toMatch(
    /^\S+vignette-not-there\/below has \d+ MB of free room, and 8589934591 MB are needed\. Move\.$/,
  )
  expect(findMissingRoom(folder, 'Move.', 0)).toBeUndefined()
})
