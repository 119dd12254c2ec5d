import { readdir, utimes } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { remix } from '../support/acts.ts'
import { Browser, Visitor } from '../support/browser.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { startFaultyStore } from './support/faulty-store.ts'
import { untilCompleted } from './support/follow-job.ts'
import { lockTable } from './support/lock-table.ts'
import type { World } from './support/open-world.ts'
import { publishSketch } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

const BROKEN = 'the line broke'

test('a web process killed while receiving a file leaves no file behind', (context) =>
  withWorld({}, async (world) => {
    const [doomed] = await Promise.all([world.start('web'), world.start('worker')])
    const broken = beginUpload(doomed.url, 2_000_000)
    const received = () => readdir(join(world.dataDir, 'tmp')).catch(() => [])
    await expect.poll(received, { timeout: 20_000, interval: 10 }).toHaveLength(1)
    await doomed.kill()
    expect(await broken).toBe(BROKEN)
    const [left = ''] = await received()
    const anHourAgo = new Date(Date.now() - 3_700_000)
    await utimes(join(world.dataDir, 'tmp', left), anHourAgo, anHourAgo)
    const recoveryMs = await recover(world, await drawNoise(100))
    // The next web process has cleaned this folder: a worker sweeps only its own machine's folder.
    expect(await received()).toEqual([])
    await expectWholeWorld(world, { jobs: 1 })
    reportFault(context, {
      fault: 'the web process dies while it receives a file',
      done: 'kill -9 after 2 MB of an upload',
      found: 'no row; the next process swept the half file and took uploads',
      recoveryMs,
    })
  }))

test.for(['disk', 'object store'] as const)(
  'a file stored on the %s by a web process killed before writing the row is swept',
  async (place, context) => {
    const store = place === 'disk' ? undefined : await startFaultyStore()
    try {
      await withWorld(store ? { store } : {}, async (world) => {
        const [doomed] = await Promise.all([world.start('web'), world.start('worker')])
        const held = await lockTable(world, 'media')
        const broken = upload(doomed.url, await drawNoise(100)).catch(() => BROKEN)
        await held.untilMet()
        await doomed.kill()
        await held.release()
        expect(await broken).toBe(BROKEN)
        // The store holds the picture and its preview, and no row names them.
        expect(await listKeys(world)).toHaveLength(2)
        expect((await world.database.pool.query('select id from media')).rows).toEqual([])
        const recoveryMs = await recover(world, await drawNoise(100))
        await expectWholeWorld(world, { jobs: 1 })
        reportFault(context, {
          fault: `the web process dies with a file on the ${place}`,
          done: 'kill -9 after an upload was stored and before its row was',
          found: 'both files were swept; the next process took uploads',
          recoveryMs,
        })
      })
    } finally {
      await store?.close()
    }
  },
)

test('a web process killed during a multipart put leaves no file that shows', async (context) => {
  const store = await startFaultyStore()
  try {
    await withWorld({ store }, async (world) => {
      const [doomed] = await Promise.all([world.start('web'), world.start('worker')])
      // Above the 5 MB of one part, since noise does not compress.
      const large = await drawNoise(1_700)
      await store.order('hang', ['PUT'])
      const met = store.untilMet()
      const broken = upload(doomed.url, large).catch(() => BROKEN)
      expect(await met).toContain('partNumber=1')
      await doomed.kill()
      expect(await broken).toBe(BROKEN)
      await store.order('pass')
      const recoveryMs = await recover(world, large)
      await expectWholeWorld(world, { jobs: 1 })
      // This store cannot list unfinished uploads; the Swift test covers their sweep.
      reportFault(context, {
        fault: 'the web process dies between two parts',
        done: 'kill -9 in a put of several parts to the object store',
        found: 'nothing showed of it; the next process stored the same file',
        recoveryMs,
      })
    })
  } finally {
    await store.close()
  }
})

/** Uploads and remixes at another web process; answers the upload's time in milliseconds. */
async function recover(world: World, image: Blob): Promise<number> {
  const watch = startWatch()
  const { url } = await world.start('web')
  expect(await upload(url, image)).toBe(201)
  const recoveryMs = watch()
  const id = await publishSketch(new Visitor(url))
  const { body } = await remix(new Visitor(url), id)
  await untilCompleted(world, body.job_id)
  return recoveryMs
}

async function upload(url: string, image: Blob): Promise<number> {
  const form = new FormData()
  form.append('file', image, 'a.png')
  return (await new Browser(url).json('/upload/image', { form })).status
}

/** Sends the head of a form and part of its file, and then stalls. */
function beginUpload(url: string, bytes: number): Promise<string> {
  return new Promise((resolve) => {
    const sending = request(`${url}/api/v1/upload/image`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=end' },
    })
    sending.once('error', () => resolve(BROKEN))
    sending.once('response', (answer) => resolve(String(answer.statusCode)))
    sending.write('--end\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
    sending.write(Buffer.alloc(bytes, 7))
  })
}

async function drawNoise(side: number): Promise<Blob> {
  const noise = sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
  return new Blob([new Uint8Array(await noise.png().toBuffer())])
}

async function listKeys(world: World): Promise<string[]> {
  const storage = await world.openStorage()
  const keys: string[] = []
  for await (const { key } of storage.list('')) keys.push(key)
  await storage.close()
  return keys
}
