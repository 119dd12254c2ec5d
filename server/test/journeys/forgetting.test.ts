import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sweepPayments } from '../../src/features/payments/reconcile/sweep-payments.ts'
import { FEATURES } from '../../src/main/features.ts'
import { media } from '../../src/schema/media.ts'
import { payments } from '../../src/schema/payments.ts'
import { aPicture } from '../support/access/world.ts'
import { enterAs, readEveryTable, startAccounts } from '../support/accounts.ts'
import { DRAW, openCheckout, publish, recipeFor, remixNow } from '../support/acts.ts'
import { Browser, signIn } from '../support/browser.ts'
import type { TestApp } from '../support/start-test-app.ts'

const tasks = FEATURES.flatMap((feature) => feature.tasks ?? [])
let app: TestApp
beforeEach(async () => {
  app = await startAccounts()
})
afterEach(() => app.close())

const enter = (email: string) => enterAs(app, email)
const everything = () => readEveryTable(app)

describe('an input file', () => {
  const PHOTO = { key: 'photo', type: 'image', required: false }

  async function sweepAfter(hours: number): Promise<void> {
    // The sandbox gateway shares this clock.
    app.ctx.clock.now = () => new Date(Date.now() + hours * 3_600_000)
    await sweepPayments(app.ctx)
    const signal = new AbortController().signal
    // A file that the first round unlinks is deleted by the second round.
    for (const { cron, run } of [...tasks, ...tasks]) {
      if (cron) await run?.(app.ctx, {} as never, signal)
    }
  }

  async function isErased({ id }: { id: string }): Promise<boolean> {
    const [row] = await app.ctx.db.select().from(media).where(eq(media.id, id))
    return row?.purgedAt instanceof Date
  }

  async function visitor() {
    const browser = new Browser(app.url)
    const upload = async () => {
      const form = await aPicture()
      return (await browser.json<{ id: string; url: string }>('/upload/image', { form })).body
    }
    const kept = await upload()
    const change = {
      inputs: [{ key: 'wish', type: 'text' }, PHOTO],
      steps: [{ ...DRAW, first_image: '{{photo}}' }],
    }
    const recipe = await publish(browser, change)
    const given = (wish: string, photo: string) => ({ user_inputs: { wish, photo } })
    const statusOf = async (file: { url: string }) => (await browser.fetch(file.url)).status
    return { browser, upload, kept, recipe, given, statusOf }
  }

  const ownId = async (browser: Browser) => browser.cookies.get('csrf_token')?.split('.')[1] ?? ''

  test('is deleted with the creation once the restore window ends, unless another creation uses the file', async () => {
    const { browser, upload, kept, recipe, given, statusOf } = await visitor()
    const only = await upload()
    const gone = await remixNow(browser, recipe.id, given('needledeleted', only.id))
    const also = await remixNow(browser, recipe.id, given('needledeleted', kept.id))
    const living = await remixNow(browser, recipe.id, given('needleliving', kept.id))
    for (const { id } of [gone, also]) await browser.json(`/creations/${id}`, { method: 'DELETE' })
    await sweepAfter(23)
    expect(await everything()).toContain('needledeleted')
    expect((await browser.json(`/creations/${also.id}/restore`, { method: 'POST' })).status).toBe(
      200,
    )
    await browser.json(`/creations/${also.id}`, { method: 'DELETE' })
    await sweepAfter(48)
    const left = await everything()
    expect(left).not.toContain('needledeleted')
    expect(left).toContain('needleliving')
    expect([await statusOf(only), await statusOf(kept)]).toEqual([404, 200])
    const view = await browser.json<{ user_inputs: object }>(`/creations/${living.id}`)
    expect(view.body.user_inputs).toMatchObject({ wish: 'needleliving', photo: { id: kept.id } })
  })

  test('is deleted with the account of the last user, even if another account uploaded the file', async () => {
    const { browser, kept, recipe, given } = await visitor()
    const first = await remixNow(browser, recipe.id, { ...given('boat', kept.id), public: true })
    await browser.json(`/creations/${first.id}`, {
      method: 'PATCH',
      body: { share_inputs: true },
    })
    const other = await enter('ada@example.com')
    await remixNow(other, recipe.id, given('sea', kept.id))
    await browser.json(`/creations/${first.id}`, { method: 'DELETE' })
    await sweepAfter(25)
    expect(await isErased(kept)).toBe(false)
    // A day later the sign-in is no longer fresh.
    await signIn(other, 'ada@example.com', { fresh: true })
    await other.json('/users/me', { method: 'DELETE' })
    await sweepAfter(25)
    expect(await isErased(kept)).toBe(true)
  })

  test('is deleted once another sample replaces an uploaded one', async () => {
    const { browser, kept, upload } = await visitor()
    const id = await ownId(browser)
    const { id: recipe } = await publish(browser, { sample_creation_url: kept.url })
    const next = await upload()
    const body = recipeFor(id, { sample_creation_url: next.url })
    expect((await browser.json(`/workflows/${recipe}`, { method: 'PUT', body })).status).toBe(200)
    await sweepAfter(25)
    expect([await isErased(kept), await isErased(next)]).toEqual([true, false])
  })

  test('is deleted a day after a cancelled run', async () => {
    const { browser, kept, recipe, given, statusOf } = await visitor()
    const started = await browser.json<{ job_id: string }>(`/workflows/${recipe.id}/creations`, {
      body: given('needlecancelled forever', kept.id),
    })
    await browser.json(`/jobs/${started.body.job_id}`, { method: 'DELETE' })
    await sweepAfter(23)
    expect(await everything()).toContain('needlecancelled')
    expect(await statusOf(kept)).toBe(200)
    await sweepAfter(25)
    expect(await everything()).not.toContain('needlecancelled')
    expect(await statusOf(kept)).toBe(404)
  })

  test('is deleted a day after an unpaid checkout', async () => {
    const { browser } = await visitor()
    const priced = await publish(await enter('creator@example.com'), {
      price: 300,
    })
    await openCheckout(browser, priced.id, { user_inputs: { wish: 'needlecheckout' } })
    await sweepAfter(2)
    expect(await app.ctx.db.select().from(payments)).toMatchObject([{ state: 'expired' }])
    expect(await everything()).toContain('needlecheckout')
    await sweepAfter(27)
    expect(await everything()).not.toContain('needlecheckout')
  })
})
