import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawNoise } from '../support/upload.ts'
import { reportFigure } from './support/figures.ts'
import { type HostileServer, openServer } from './support/open-server.ts'
import { play } from './support/play.ts'

const DISK_LIMIT_BYTES = 2_000_000
const UPLOAD_LIMIT_MS = 5_000
const PICTURE_LIMIT_MS = 20_000
/** Keeps the bystander's uploads within the rate limit. */
const BETWEEN_UPLOADS_MS = 1_200
const PICTURES_MS = 45_000
const PICTURES = 3

let server: HostileServer
beforeAll(async () => {
  server = await openServer()
})
afterAll(() => server?.close())

test('a flood of product events leaves the disk within its limit', async (context) => {
  await play(server, 'product-events', async (flooder) => {
    const before = await bytesIn(server.dataDir)
    const told = await flooder.send()
    const left = (await bytesIn(server.dataDir)) - before
    reportFigure(context, {
      flood: 'product-events',
      done: `60 batches of nearly 1 MB (${told})`,
      found: `${(left / 1000).toFixed(0)} KB more on disk`,
      limit: `${DISK_LIMIT_BYTES / 1e6} MB`,
    })
    expect(left).toBeLessThan(DISK_LIMIT_BYTES)
  })
})

test('an upload beside slow pictures is answered within the limit', async (context) => {
  const picture = await drawNoise(290).png().toBuffer()
  await play(server, 'slow-pictures', async (flooder) => {
    let over = false
    let told = 'not all answered yet'
    void flooder.send().then(
      (answers) => {
        over = true
        told = answers
      },
      () => undefined,
    )
    const times: number[] = []
    const until = performance.now() + PICTURES_MS
    // Repeats until the last of the six is answered, or the time is up.
    while (!over && performance.now() < until) {
      times.push(await server.bystander.upload(picture))
      await pause(BETWEEN_UPLOADS_MS)
    }
    const worst = Math.max(...times)
    reportFigure(context, {
      flood: 'slow-pictures',
      done: `six noise WebP of 7000 × 7000 (${told})`,
      found: `uploads of ${Math.round(picture.length / 1000)} KB: the slowest of ${times.length} in ${seconds(worst)}`,
      limit: seconds(UPLOAD_LIMIT_MS),
    })
    expect(worst).toBeLessThanOrEqual(UPLOAD_LIMIT_MS)
  })
})

test('a free picture beside long films is delivered within the limit', async (context) => {
  await play(server, 'long-films', async (flooder) => {
    const told = await flooder.send()
    const times: number[] = []
    for (let at = 0; at < PICTURES; at += 1) times.push(await server.bystander.makePicture())
    const worst = Math.max(...times)
    reportFigure(context, {
      flood: 'long-films',
      done: `eight films of 8 s in 1280 pixels for eight fresh ids (${told})`,
      found: `free pictures: the slowest of ${times.length} in ${seconds(worst)}`,
      limit: seconds(PICTURE_LIMIT_MS),
    })
    expect(worst).toBeLessThanOrEqual(PICTURE_LIMIT_MS)
  })
})

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

/** The size of the server's files; PostgreSQL's WAL is left out, since its size is fixed. */
async function bytesIn(folder: string): Promise<number> {
  let sum = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (entry.name === 'pg_wal') continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) sum += await bytesIn(path)
    // A file may vanish while the folder is read.
    else
      sum += await stat(path).then(
        (found) => found.size,
        () => 0,
      )
  }
  return sum
}
