import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { analyticsEvents } from '../../src/schema/visits.ts'
import { aPicture } from '../support/access/world.ts'
import { Browser } from '../support/browser.ts'
import { closeApps, openApp } from '../support/open-apps.ts'
import { uploadTo } from '../support/upload.ts'

afterAll(closeApps)

interface Refusal {
  code: string
  error: string
}

test('a full database disk refuses writes with 503 and Retry-After, not with 500', async () => {
  const app = await openApp({ worker: false })
  await app.ctx.db.execute(sql`
    create function refuse_for_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await app.ctx.db.execute(
    sql`create trigger full_disk before insert on waitlist_entries execute function refuse_for_room()`,
  )
  const answer = await new Browser(app.url).json<Refusal>('/waitlist', {
    body: { email: 'a@example.com' },
  })
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(answer.headers.get('retry-after')).toBe('60')
})

/** A disk of some megabytes; only root can mount one. */
function mountSmallDisk(megabytes = 2): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'vignette-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    return undefined
  }
  onTestFinished(async () => {
    await closeApps()
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
  })
  return folder
}

test('a full disk is reported as such and not as a fault of the upload', async (context) => {
  const dataDir = mountSmallDisk()
  if (!dataDir) return context.skip('only root can mount a small disk here')
  const full = await openApp({ worker: false, env: { DATA_DIR: dataDir, DISK_FLOOR_MB: '1' } })
  // On the same disk with the floor switched off the write itself fails.
  const floorless = await openApp({
    worker: false,
    env: { DATA_DIR: dataDir, DISK_FLOOR_MB: '0' },
  })
  const upload = async (url: string) =>
    new Browser(url).json<Refusal>('/upload/image', { form: await aPicture() })
  const ready = (url: string) =>
    new Browser(url).json<{ checks: { disk: boolean } }>('/healthcheck?ready=1')
  const events = (url: string) =>
    new Browser(url).json('/analytics/batch', {
      body: {
        batch: [
          {
            event: 'creation_liked',
            distinct_id: 'anon',
            uuid: crypto.randomUUID(),
            timestamp: new Date().toISOString(),
            properties: {},
          },
        ],
      },
    })
  const kept = () => full.ctx.db.$count(analyticsEvents)

  expect((await upload(full.url)).status).toBe(201)
  expect((await ready(full.url)).body.checks.disk).toBe(true)
  expect((await events(full.url)).status).toBe(200)
  expect(await kept()).toBe(1)

  mkdirSync(join(dataDir, 'tmp'), { recursive: true })
  fill(join(dataDir, 'filler'))
  for (const { url } of [full, floorless]) {
    const answer = await upload(url)
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(answer.body.error).toMatch(/no room/)
    expect(answer.headers.get('retry-after')).toBe('60')
  }
  const health = await ready(full.url)
  expect(health.status).toBe(503)
  expect(health.body.checks.disk).toBe(false)
  expect((await events(full.url)).status).toBe(200)
  expect(await kept()).toBe(1)
  const draft = (url: string, kilobytes: number) =>
    new Browser(url).json<Refusal>('/drafts', { body: { text: 'x'.repeat(kilobytes * 1024) } })
  expect(await draft(full.url, 17)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect((await draft(full.url, 15)).status).toBe(201)
  expect((await draft(floorless.url, 17)).status).toBe(201)

  rmSync(join(dataDir, 'filler'))
  expect((await upload(full.url)).status).toBe(201)
  expect((await ready(full.url)).body.checks.disk).toBe(true)
})

test('the disk is asked again while a file arrives, and a refused file leaves nothing', async (context) => {
  // A floor of 2.5 MB: there is room for the file, but not for the floor behind it.
  const dataDir = mountSmallDisk(50)
  if (!dataDir) return context.skip('only root can mount a small disk here')
  const app = await openApp({ worker: false, env: { DATA_DIR: dataDir, DISK_FLOOR_MB: '512' } })
  const answer = await uploadTo(app.url, 'audio', Buffer.alloc(49 * 1024 * 1024))
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
  expect(readdirSync(join(dataDir, 'tmp'))).toEqual([])
})

function fill(path: string): void {
  for (const bytes of [64 * 1024, 4 * 1024]) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      // The disk is full for pieces of this size.
    }
  }
}
