import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vignette-watch-'))
  mkdirSync(path.join(folder, 'inner'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const WATCH = fileURLToPath(new URL('watch-program.mjs', import.meta.url))

/** Replaces the file by another, as editors do to avoid a half-written file. */
function save(text: string): void {
  const file = path.join(folder, 'inner/part.mjs')
  const written = `${file}.${text.length}${text.slice(0, 4)}`
  writeFileSync(written, text)
  renameSync(written, file)
}

test('a program is restarted at each change, however the file is saved, and after an error', async () => {
  const say = (word: string) => `export const text = '${word}'`
  save(say('first'))
  const program = path.join(folder, 'program.mjs')
  writeFileSync(
    program,
    `import { text } from './inner/part.mjs'
    console.log(text)
    setInterval(() => {}, 1000)`,
  )
  const watching = spawn(process.execPath, [WATCH, folder, '--', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  const next: Record<string, () => void> = {
    first: () => save(say('second')),
    second: () => save('export const'),
    'The program ended with code 1; it is started again at the next change.': () => {
      save(say('third'))
    },
    third: () => save(say('fourth')),
    fourth: () => watching.kill(),
  }
  for (const stream of [watching.stdout, watching.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (!(line in next) || said.includes(line)) return
      said.push(line)
      next[line]?.()
    })
  }
  await once(watching, 'exit')
  expect(said).toEqual(Object.keys(next))
}, 60_000)

test('a watcher that is killed ends its program', async () => {
  const program = path.join(folder, 'program.mjs')
  writeFileSync(
    program,
    `process.on('SIGTERM', () => { console.log('ended'); process.exit() })
    console.log('started')
    setInterval(() => {}, 1000)`,
  )
  const preload = fileURLToPath(new URL('stop-with-parent.mjs', import.meta.url))
  const words = ['--import', preload, WATCH, folder, '--', program]
  const watching = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => {
    createInterface({ input: watching.stdout }).on('line', (line) => {
      if (line === 'started') watching.kill('SIGKILL')
      if (line === 'ended') resolve()
    })
  })
  await ended
}, 60_000)
