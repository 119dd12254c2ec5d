import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Bench } from '../support/bench.ts'
import { ROOT } from '../support/folders.ts'

const ROUNDS = 5

/** `npm start` on a data folder from an earlier start, until the first page is answered. */
export const start: Bench = async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vignette-bench-'))
  try {
    await startOnce(dataDir)
    const subject: number[] = []
    for (let round = 0; round < ROUNDS; round++) subject.push(await startOnce(dataDir))
    return [
      {
        what: 'second start, to the first answered page',
        unit: 's',
        subject,
        compares: 'value',
        goal: { atMost: 2 },
      },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(dataDir: string): Promise<number> {
  const began = performance.now()
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', SEED: 'false' },
    // npm gets a process group of its own, because npm forwards no signal to its children.
    detached: true,
  })
  const ended = once(npm, 'exit')
  try {
    for await (const line of createInterface({ input: npm.stdout })) {
      const address = /ready at (\S+)/.exec(line)?.[1]
      if (!address) continue
      npm.stdout.resume()
      const page = await fetch(`${address}/workflows`)
      if (page.status !== 200) throw new Error(`the first page answered ${page.status}`)
      await page.text()
      return (performance.now() - began) / 1000
    }
    throw new Error('npm start ended before it was ready')
  } finally {
    if (npm.pid) process.kill(-npm.pid, 'SIGTERM')
    await ended
  }
}
