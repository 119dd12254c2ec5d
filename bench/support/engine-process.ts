import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Ctx } from '../../server/src/ctx.ts'
import type { FinishedMedia } from '../../server/src/features/media/child/messages.ts'
import type { ImageScores } from '../../server/src/features/moderation/child/score-image.ts'
import { shortenFeatures } from '../../server/src/features/moderation/child/shorten-features.ts'
import { buildWeb } from '../../server/src/main/build-web.ts'
import { compose, secretOf } from '../../server/src/main/compose.ts'
import { readConfig } from '../../server/src/main/config.ts'
import { openLog } from '../../server/src/main/open-log.ts'
import { declareTasks, startWorker } from '../../server/src/main/start-worker.ts'
import { startDrain } from '../../server/src/platform/http/drain.ts'
import { createProviderRegistry } from '../../server/src/providers/generation/registry.ts'
import type { GenerationProvider } from '../../server/src/providers/generation/spec.ts'

// The product, except for the outside world: a provider that returns a picture at once (or after
// WAIT_MS), a store that keeps nothing, and children that accept every file.

const PICTURE = Buffer.from('no picture')

function createIdleProvider(waitMs: number): GenerationProvider {
  return {
    id: 'local',
    title: 'Nothing',
    description: 'Makes nothing, at once',
    costsOperator: false,
    forEveryCreator: true,
    sourceType: 'algorithmicMedia',
    functions: [
      {
        functionType: 'draw',
        title: 'draw',
        description: 'draw',
        needs: {
          prompt: 'optional',
          firstImage: 'optional',
          lastImage: 'none',
          videos: { min: 0, max: 0 },
        },
        output: 'image',
        params: z.record(z.string(), z.unknown()),
        model: 'none',
      },
    ],
    pricedBy: [],
    availability: () => ({ available: true }),
    estimateCents: () => 0,
    start: async () => {
      if (waitMs > 0) await wait(waitMs)
      return { state: 'done', product: { from: 'bytes', kind: 'image', bytes: PICTURE } }
    },
    check: () => Promise.reject(new Error('nothing waits outside')),
    cancel: async () => {},
  }
}

const FINISHED: FinishedMedia = {
  bytes: PICTURE,
  contentType: 'image/png',
  extension: 'png',
  width: 64,
  height: 64,
  durationMs: null,
  preview: PICTURE,
  placeholder: 'data:,',
  dhash: '0000000000000000',
}
const SCORES: ImageScores = {
  drawing: 1,
  hentai: 0,
  neutral: 0,
  porn: 0,
  sexy: 0,
  features: shortenFeatures(new Float32Array(1280).fill(1)),
}
const ANSWERS: Record<string, unknown> = {
  finishImage: FINISHED,
  scoreImage: SCORES,
  makeVariant: PICTURE,
}

function withoutOutside(ctx: Ctx, waitMs: number): void {
  ctx.providers = createProviderRegistry([createIdleProvider(waitMs)])
  ctx.children = {
    size: 1,
    run: async <Result>(task: string) => ANSWERS[task] as Result,
    waiting: () => 0,
    inTurn: () => ctx.children,
    pids: () => [],
    close: async () => {},
  }
  ctx.storage = { ...ctx.storage, put: async () => {}, read: async () => PICTURE }
}

const config = readConfig(process.env, secretOf)
const composition = await compose(config, openLog(config).log)
withoutOutside(composition.ctx, Number(process.env['WAIT_MS'] ?? 0))
const drain = startDrain()
await declareTasks(composition.ctx)
const worker = config.ROLE === 'web' ? undefined : startWorker(composition.ctx)
const app = config.ROLE === 'worker' ? undefined : await buildWeb(composition.ctx, drain)
await app?.listen({ port: 0, host: '127.0.0.1' })
const address = app?.server.address() as AddressInfo | undefined
process.once('SIGTERM', () => {
  drain.end()
  void Promise.allSettled([worker?.stop(0), app?.close()])
    .then(() => composition.close())
    .then(() => process.exit(0))
})
console.log(`ready at http://127.0.0.1:${address?.port ?? 0}`)
