import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aPicture } from '../support/access/world.ts'
import { remix } from '../support/acts.ts'
import { Browser, Visitor } from '../support/browser.ts'
import { buy } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { untilCompleted, untilEnded } from './support/follow-job.ts'
import type { World } from './support/open-world.ts'
import { publishSketch } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

/** Mounts a small tmpfs; undefined where the process may not mount. */
function mountSmallDisk(world: World): (() => void) | undefined {
  const folder = join(world.dataDir, 'media')
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  return () => void execFileSync('umount', ['--lazy', folder])
}

test('a full disk fails the remix, and the authorisation stays usable', (context) =>
  withWorld({}, async (world) => {
    const unmount = mountSmallDisk(world)
    if (!unmount) return context.skip('only root can mount a small disk here')
    try {
      const { url } = await world.start('all')
      const fan = new Visitor(url)
      const id = await publishSketch(new Visitor(url), 300)
      await buy(fan, id)
      const filler = join(world.dataDir, 'media', 'filler')
      fill(filler)
      const job = await untilEnded(world, (await remix(fan, id)).body.job_id)
      expect(job).toMatchObject({ status: 'FAILED', errorCode: 'internal' })
      const upload = await new Browser(url).json('/upload/image', { form: await aPicture() })
      expect(upload).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      const ready = await new Browser(url).json('/healthcheck?ready=1')
      expect(ready).toMatchObject({ status: 503, body: { checks: { disk: false } } })
      rmSync(filler)
      const watch = startWatch()
      // The authorisation of the failed run pays for this run.
      await untilCompleted(world, (await remix(fan, id)).body.job_id)
      const recoveryMs = watch()
      await expectWholeWorld(world, { jobs: 2 })
      reportFault(context, {
        fault: 'the disk is full',
        done: 'a 2 MB disk filled to the last block under a paid remix and an upload',
        found:
          'failed in words after five more tries, nothing charged or half-written; the upload refused with 503, not ready meanwhile',
        recoveryMs,
      })
    } finally {
      unmount()
    }
  }))

function fill(path: string): void {
  for (const bytes of [64 * 1024, 4 * 1024]) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      // The disk is full for pieces of this size.
    }
  }
}
