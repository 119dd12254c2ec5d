import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeVariants } from '../../src/features/media/index.ts'
import { idOf, pay, publish, remixNow, sessionOf } from '../support/acts.ts'
import { Browser } from '../support/browser.ts'
import { countWaitingForLocks } from '../support/count-waiting-for-locks.ts'
import { createGate } from '../support/create-gate.ts'
import { knowPerson, me, openSignIn, start } from '../support/issuer/open-sign-in.ts'
import { type Issuer, signInAt } from '../support/issuer/start-issuer.ts'
import type { TestApp } from '../support/start-test-app.ts'

let issuer: Issuer
let app: TestApp

/** Runs within the transaction of the next delivery. */
let atDelivery: (() => Promise<void>) | undefined

beforeAll(async () => {
  const world = await openSignIn()
  app = world.app
  issuer = world.issuer
  const send = app.ctx.queue.send.bind(app.ctx.queue)
  app.ctx.queue.send = async (ctx, task, ...rest) => {
    // A delivery sends this task in its transaction, after writing the creation.
    if (task.name === makeVariants.name) {
      const act = atDelivery
      atDelivery = undefined
      await act?.()
    }
    await send(ctx, task, ...rest)
  }
})
afterAll(async () => {
  await app.close()
  await issuer.close()
})

let person = 0
beforeEach(() => {
  person += 1
  knowPerson(issuer, person)
})

const DONE = '/auth/callback'

describe('what was made before signing in', () => {
  /** A visitor who owns one object of every kind. */
  async function busyVisitor() {
    const browser = new Browser(app.url)
    const anonymousId = `anon_${String(person).padStart(24, '0')}`
    const publicId = await idOf(browser, anonymousId)
    const recipe = await publish(browser)
    await publish(browser, { price: 300 })
    const seller = new Browser(app.url)
    const sellerId = `anon_f${String(person).padStart(23, '0')}`
    await idOf(seller, sellerId)
    const priced = await publish(seller, { price: 300 })
    const creation = await remixNow(browser, recipe.id)
    const running = await browser.json<{ job_id: string }>(`/workflows/${recipe.id}/creations`, {
      body: { user_inputs: { wish: 'forever' } },
    })
    return {
      browser,
      anonymousId,
      publicId,
      recipe,
      priced,
      creation,
      job: running.body.job_id,
      session: await pay(browser, priced.id),
    }
  }

  test('moves to the account: creations, recipes, running jobs and payments', async () => {
    const visitor = await busyVisitor()
    const { browser, recipe, priced, creation, job, session } = visitor
    const cookiesBefore = new Map(browser.cookies)
    await signInAt(issuer, browser)
    const { body: user } = await me(browser)
    expect(user.id).not.toBe(visitor.publicId)
    expect(user).toMatchObject({ counts: { creations: 1, workflows: 2 } })

    const gallery = await browser.json<{ items: { id: string }[] }>(`/users/${user.id}/creations`)
    expect(gallery.body.items.map((item) => item.id)).toEqual([creation.id])
    expect((await browser.fetch(creation.image ?? '')).status).toBe(200)
    const source = await browser.json<{ user_id: string }>(`/workflows/${recipe.id}/source`)
    expect(source.body.user_id).toBe(user.id)
    const paid = await sessionOf(browser, session)
    expect(paid.body).toMatchObject({ payment_status: 'paid' })
    expect((await remixNow(browser, priced.id, { session_id: session })).is_owner).toBe(true)
    expect((await browser.json(`/jobs/${job}`, { method: 'DELETE' })).body).toMatchObject({
      status: 'CANCELLED',
    })
    // The anonymous id in the browser's storage still names this person, for this browser only.
    const again = await browser.json(`/workflows/${recipe.id}/creations`, {
      body: { user_inputs: { wish: 'x' }, user_id: visitor.anonymousId },
    })
    expect(again.status).toBe(200)

    // The old cookie opens nothing any more.
    const old = new Browser(app.url)
    for (const [name, value] of cookiesBefore) old.cookies.set(name, value)
    expect((await old.json(`/creations/${creation.id}`)).status).toBe(404)
    const named = await old.json(`/workflows/${recipe.id}/creations`, {
      body: { user_inputs: { wish: 'x' }, user_id: visitor.anonymousId },
    })
    expect(named.status).toBe(401)
  })

  test('moves completely while a job of the visitor is being delivered', async () => {
    const { browser, recipe } = await busyVisitor()
    const delivering = createGate(1)
    const signingIn = createGate(1)
    atDelivery = async () => {
      await delivering.arrive()
      await signingIn.opened
    }
    const made = browser.json<{ id: string }>(`/workflows/${recipe.id}/creations`, {
      body: { user_inputs: { wish: 'boat' }, async: false },
    })
    await delivering.opened
    const signedIn = signInAt(issuer, browser)
    await expect.poll(() => countWaitingForLocks(app.ctx)).toBeGreaterThan(0)
    await signingIn.arrive()
    expect(await signedIn).toBe(DONE)
    await made
    const { body: user } = await me(browser)
    const gallery = await browser.json<{ items: { image: string }[] }>(
      `/users/${user.id}/creations`,
    )
    expect(gallery.body.items).toHaveLength(2)
    for (const { image } of gallery.body.items) {
      expect((await browser.fetch(image)).status).toBe(200)
    }
  })

  test('joins what the account already has, where a second browser signs in', async () => {
    const first = await busyVisitor()
    await signInAt(issuer, first.browser)
    const second = new Browser(app.url)
    const made = await remixNow(second, first.recipe.id)
    await signInAt(issuer, second)
    const { body: user } = await me(second)
    expect((await me(first.browser)).body.id).toBe(user.id)
    const gallery = await first.browser.json<{ items: { id: string }[] }>(
      `/users/${user.id}/creations`,
    )
    expect(gallery.body.items.map((item) => item.id)).toEqual([made.id, first.creation.id])
  })

  test('goes to the first of two accounts on one browser and stays there', async () => {
    const { browser, creation } = await busyVisitor()
    await signInAt(issuer, browser)
    issuer.account = { ...issuer.account, sub: 'the sister' }
    await signInAt(issuer, browser)
    expect((await browser.json(`/creations/${creation.id}`)).status).toBe(404)
  })

  test('is claimed once by ten sign-ins at once', async () => {
    const { browser, creation } = await busyVisitor()
    const accounts = Array.from({ length: 10 }, (_, at) => `twin${person}-${at}`)
    const tabs: Browser[] = []
    const returns: string[] = []
    for (const sub of accounts) {
      const tab = new Browser(app.url)
      for (const [name, value] of browser.cookies) tab.cookies.set(name, value)
      issuer.account = { ...issuer.account, sub }
      returns.push(await issuer.authorize((await start(tab)).href))
      tabs.push(tab)
    }
    await Promise.all(tabs.map((tab, at) => tab.fetch(returns[at] ?? '')))
    const seen = await Promise.all(tabs.map((tab) => tab.json(`/creations/${creation.id}`)))
    expect(seen.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(seen.filter(({ status }) => status === 404)).toHaveLength(9)
  })
})
