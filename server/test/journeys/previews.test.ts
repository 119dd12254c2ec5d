import { PREVIEW_SIDE } from '@vignette/contract/creations.ts'
import type { JobView } from '@vignette/contract/jobs.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProviderRegistry } from '../../src/providers/generation/registry.ts'
import { creations } from '../../src/schema/creations.ts'
import { jobs } from '../../src/schema/generation.ts'
import { pay, publish, remix, remixNow, sessionOf } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let creator: Visitor
const ONE: string = crypto.randomUUID()
const DRAWN = {
  id: 'draw',
  provider: 'local',
  function_type: 'text_to_image',
  prompt: 'a secret lighthouse, {{wish}}',
  params: { aspect: '3:2', size: 'screen' },
}

beforeAll(async () => {
  app = await startTestApp({ env: UNLIMITED_RATES })
  creator = new Visitor(app.url)
})
afterAll(() => app.close())

type Answer = { picture: string; error?: string; code?: string }
const preview = (actor: Visitor, id: string, drawing = ONE, wish = 'at dusk') =>
  actor.call<Answer>('POST', `/workflows/${id}/preview`, { user_inputs: { wish }, drawing })
const pixels = (picture: Buffer) =>
  sharp(picture).resize(64, 64, { fit: 'fill' }).removeAlpha().raw().toBuffer()
const bytesOf = (picture: string) => Buffer.from(picture.split(',')[1] ?? '', 'base64')
const distance = async (one: Buffer, other: Buffer) => {
  const [a, b] = await Promise.all([pixels(one), pixels(other)])
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length
}

test('a preview is the picture of the run with its drawing, small, and kept nowhere', async () => {
  const large = { ...DRAWN, params: { aspect: '3:2', size: 'large' } }
  const { id } = await publish(creator, { steps: [large] })
  const buyer = new Visitor(app.url)
  const view = await buyer.call<WorkflowView>('GET', `/workflows/${id}`)
  expect(view.body.preview).toBe(true)
  const { body, status } = await preview(buyer, id)
  expect(status).toBe(200)
  expect(JSON.stringify(body)).not.toContain('secret')
  const { format, width, height } = await sharp(bytesOf(body.picture)).metadata()
  expect([format, Math.max(width, height)]).toEqual(['webp', PREVIEW_SIDE])
  expect((await preview(buyer, id)).body.picture).toBe(body.picture)
  expect((await preview(buyer, id, crypto.randomUUID())).body.picture).not.toBe(body.picture)
  expect([await app.ctx.db.$count(jobs), await app.ctx.db.$count(creations)]).toEqual([0, 0])

  const user_inputs = { wish: 'at dusk' }
  const made = await remixNow(buyer, id, { user_inputs, drawing: ONE })
  const file = Buffer.from(await (await buyer.fetch(made.media?.url ?? '')).arrayBuffer())
  expect(await distance(file, bytesOf(body.picture))).toBeLessThan(4)
  const seen = await buyer.call<{ seed: number }>('GET', `/creations/${made.id}`)
  expect(seen.body.seed).toBe(made.seed)

  // Without a drawing a run has a chance of its own.
  const small = await publish(creator, { steps: [DRAWN] })
  const other = await remixNow(buyer, small.id, { user_inputs })
  const else_ = Buffer.from(await (await buyer.fetch(other.media?.url ?? '')).arrayBuffer())
  expect(await distance(else_, bytesOf(body.picture))).toBeGreaterThan(8)
  expect(other.seed).not.toBe(made.seed)
})

test('of a priced recipe the preview is marked, and the paid run keeps its drawing', async () => {
  const [free, priced] = [
    (await publish(creator, { steps: [DRAWN] })).id,
    (await publish(creator, { steps: [DRAWN], price: 300 })).id,
  ]
  const buyer = new Visitor(app.url)
  const [bare, marked] = [await preview(buyer, free), await preview(buyer, priced)]
  expect(marked.body.picture).not.toBe(bare.body.picture)
  // The mark alone is between them.
  expect(await distance(bytesOf(marked.body.picture), bytesOf(bare.body.picture))).toBeLessThan(16)
  const session_id = await pay(buyer, priced, { user_inputs: { wish: 'at dusk' }, drawing: ONE })
  const session = await sessionOf(buyer, session_id)
  expect(session.body.drawing).toBe(ONE)
  // Another browser of the buyer does not know the drawing.
  const started = await remix(buyer, priced, {
    session_id,
    user_inputs: { wish: 'at dusk' },
  })
  const job = await buyer.call<JobView>('GET', `/jobs/${started.body.job_id}`)
  expect(job.body.drawing).toBe(ONE)
})

test('what a run would refuse, the preview refuses in the same words', async () => {
  const { id } = await publish(creator, { steps: [DRAWN] })
  const buyer = new Visitor(app.url)
  const user_inputs = { wish: 'naked children' }
  const [asked, ran] = [
    await preview(buyer, id, ONE, user_inputs.wish),
    await buyer.call<Answer>('POST', `/workflows/${id}/creations`, { user_inputs }),
  ]
  expect(asked.status).toBe(422)
  expect(asked.body).toMatchObject({ code: ran.body.code, error: ran.body.error })
  expect((await preview(buyer, id, 'not-a-uuid')).status).toBe(400)
  expect((await preview(buyer, id, ONE, 'x'.repeat(5_000))).status).toBe(400)
})

test('films and slow pictures have no preview', async () => {
  const film = { ...DRAWN, id: 'film', function_type: 'image_to_video', first_image: '{{draw}}' }
  const { prompt: _, params: __, ...shot } = film
  const { id } = await publish(creator, { steps: [DRAWN, shot], output: 'film' })
  const buyer = new Visitor(app.url)
  const view = await buyer.call<WorkflowView>('GET', `/workflows/${id}`)
  expect(view.body.preview).toBeUndefined()
  expect((await preview(buyer, id)).status).toBe(404)
})

// A call that waits is told so after fifteen seconds.
test('ten at once: some are drawn, the others are told to wait, and the server goes on', {
  timeout: 60_000,
}, async () => {
  const { id } = await publish(creator, { steps: [DRAWN] })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => preview(new Visitor(app.url), id, ONE, `boat ${at}`)),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect((await preview(new Visitor(app.url), id)).status).toBe(200)
})

test('a stranger’s previews end with the day’s seconds, and no drawing program means no preview', async () => {
  const limited = await startTestApp({
    env: { ...UNLIMITED_RATES, FREE_DAILY_SECONDS: '3' },
    worker: false,
  })
  const maker = new Visitor(limited.url)
  const { id } = await publish(maker, { steps: [DRAWN] })
  const stranger = new Visitor(limited.url)
  const statuses: number[] = []
  for (let at = 0; at < 5; at++) statuses.push((await preview(stranger, id)).status)
  expect(statuses[0]).toBe(200)
  expect(statuses.at(-1)).toBe(429)
  limited.ctx.providers = createProviderRegistry([])
  expect((await preview(maker, id)).status).toBe(503)
  await limited.close()
})
