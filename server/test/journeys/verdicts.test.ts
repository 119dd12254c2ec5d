import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ctx, inTransaction } from '../../src/ctx.ts'
import { createProviderRegistry } from '../../src/providers/generation/registry.ts'
import { media } from '../../src/schema/media.ts'
import { aPicture } from '../support/access/world.ts'
import { enterAs, startAccounts } from '../support/accounts.ts'
import { DRAW, idOf, publish, remixNow, tryPublish } from '../support/acts.ts'
import { Browser, signIn } from '../support/browser.ts'
import { createTestCtx } from '../support/create-test-ctx.ts'
import { createTestDatabase } from '../support/create-test-database.ts'
import { guardSlowParts } from '../support/guard-slow-parts.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import type { TestApp } from '../support/start-test-app.ts'

let app: TestApp
let creator: Browser
let creatorId: string
beforeAll(async () => {
  app = await startAccounts()
  creator = await enterAs(app, 'creator@example.com')
  creatorId = await idOf(creator)
  // An approved creator publishes without limits.
  await app.ctx.db.execute(
    sql`update principals set approved_creator_at = now() where id = ${creatorId}`,
  )
})
afterAll(() => app.close())

async function upload(): Promise<{ id: string; url: string }> {
  const form = await aPicture()
  return (await creator.json<{ id: string; url: string }>('/upload/image', { form })).body
}

const rowOf = async (id: string) =>
  (await app.ctx.db.select().from(media).where(eq(media.id, id)))[0]

const change = (id: string, set: Partial<typeof media.$inferInsert>) =>
  app.ctx.db.update(media).set(set).where(eq(media.id, id))

const show = async (url: string) => (await tryPublish(creator, { sample_creation_url: url })).status

const NO_VERDICT = { verdict: null, verdictBy: null }

test('an upload keeps its verdict, which decides about publication', async () => {
  const { id, url } = await upload()
  const row = await rowOf(id)
  expect(row).toMatchObject({ verdict: 'allow', verdictBy: expect.stringContaining('nsfw-score') })
  await change(id, { verdict: 'review' })
  expect(await show(url)).toBe(422)
  await change(id, { verdict: 'allow' })
  expect(await show(url)).toBe(201)
})

test.each([
  ['before verdicts were kept', NO_VERDICT],
  ['under other thresholds', { verdict: 'review', verdictBy: 'nsfw-score 0.1 0.2' } as const],
])('an upload of %s is scored when ten recipes show it at once', async (_, before) => {
  const { id, url } = await upload()
  const { verdictBy } = (await rowOf(id)) ?? {}
  await change(id, before)
  const statuses = await Promise.all(Array.from({ length: 10 }, () => show(url)))
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 201))
  expect(await rowOf(id)).toMatchObject({ verdict: 'allow', verdictBy, public: true })
})

test('sharing inputs and ending a ban review texts and files without a stored verdict', async () => {
  const recipe = await publish(creator, {
    inputs: [{ key: 'photo', type: 'image' }],
    steps: [{ ...DRAW, function_type: 'restyle', prompt: '', first_image: '{{photo}}' }],
  })
  const { id } = await upload()
  const made = await remixNow(creator, recipe.id, { user_inputs: { photo: { id } } })
  await change(id, NO_VERDICT)
  const wish = { public: true, share_inputs: true }
  const shared = await creator.json(`/creations/${made.id}`, { method: 'PATCH', body: wish })
  expect(shared.status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ verdict: 'allow', public: true })

  const admin = new Browser(app.url)
  await signIn(admin, 'admin@example.com', { admin: true })
  await admin.json('/reports', {
    body: { subject_type: 'creation', subject_id: made.id, reason: 'other', note: '' },
  })
  const { rows } = await app.ctx.db.execute<{ id: string }>(sql`select id from reports`)
  const act = (action: string) =>
    admin.json(`/admin/reports/${rows[0]?.id}/actions`, { body: { action, note: '' } })
  expect((await act('ban')).status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ public: false })
  await change(id, NO_VERDICT)
  expect((await act('unban')).status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ verdict: 'allow', public: true })
})

test('a call of a store, a model or a vendor within a transaction fails its test', async () => {
  const database = await createTestDatabase()
  try {
    const ctx = createTestCtx(database, {
      otherGateways: [],
      fetchProduct: () => Promise.resolve(Buffer.from('')),
      payoutGateway: { getBalance: () => Promise.resolve(null) } as Ctx['payoutGateway'],
      mailer: { id: 'inbox', send: () => Promise.resolve(), close: () => Promise.resolve() },
      providers: createProviderRegistry([
        {
          ...createScriptedProvider({ start: () => picture() }),
          drawCard: () => Promise.resolve(Buffer.from('')),
        },
      ]),
    })
    const guarded = guardSlowParts(ctx)
    const product = { from: 'address', kind: 'image', url: 'https://example.com' } as const
    const bytes = Buffer.from('')
    const card = { film: false, picture: bytes, width: 1, height: 1, name: '', by: '', address: '' }
    const left = AbortSignal.timeout(1_000)
    const calls: Record<string, () => unknown> = {
      fetchProduct: () => ctx.fetchProduct(product, left),
      'payoutGateway.getBalance': () => ctx.payoutGateway.getBalance(),
      'mailer.close': () => ctx.mailer?.close(),
      'local.drawCard': () => ctx.providers.get('local').drawCard?.(card, left),
    }
    for (const call of Object.values(calls)) await call()
    await inTransaction(ctx, async () => ctx.providers.get('local').availability())
    guarded.assertNone()
    // Each call uses a Ctx from outside the transaction, which the types cannot detect.
    for (const call of Object.values(calls)) {
      const within = inTransaction(ctx, async () => await call())
      await expect(within).rejects.toThrow('within a transaction')
    }
    expect(() => guarded.assertNone()).toThrow(Object.keys(calls).join(', '))
  } finally {
    await database.drop()
  }
})
