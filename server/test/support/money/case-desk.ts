import type { CaseView, PaymentCase } from '@vignette/contract/cases.ts'
import type { CreationView } from '@vignette/contract/creations.ts'
import type { ReceiptView } from '@vignette/contract/payments.ts'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Outcome } from '../../../src/providers/generation/spec.ts'
import { charged, pay, publish, remixNow, sessionOf } from '../acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../browser.ts'
import { createScriptedProvider, picture } from '../scripted-provider.ts'
import { type ShiftedClock, shiftClock } from '../shift-clock.ts'
import { startTestApp, type TestApp } from '../start-test-app.ts'
import { GOOD_CARD } from './create-money-world.ts'

export interface Refused {
  error: string
  code: string
}
export type CaseAnswer = CaseView & Refused

export interface Bought {
  creation: CreationView
  receipt: ReceiptView
  session: string
}

/** A server with one creator and one recipe, and what buyers, creators and operators do with cases. */
export interface CaseDesk {
  app: TestApp
  clock: ShiftedClock
  creator: Browser
  recipe: string
  enter(email: string, options?: { admin?: boolean }): Promise<Browser>
  /** A guest's browser behind a client network of its own. */
  guest(network?: string): Browser
  publish(change: object): Promise<string>
  buy(
    buyer: Browser,
    want?: { recipe?: string; card?: string; wish?: string; inputs?: object },
  ): Promise<Bought>
  open(
    buyer: Browser,
    payment: string,
    change?: object,
  ): Promise<{ status: number; body: CaseAnswer }>
  look(buyer: Browser, payment: string): Promise<PaymentCase>
  receipt(buyer: Browser, creation: string): Promise<ReceiptView>
  /** Waits until the worker has sent all requested refunds. */
  refunded(buyer: Browser, creation: string, cents: number): Promise<void>
  close(): Promise<void>
}

/** A picture with content, which no check calls empty. */
async function noise(): Promise<Outcome> {
  const raw = Buffer.alloc(64 * 48 * 3, 0).map((_, at) => (at * 7919) % 251)
  const bytes = await sharp(raw, { raw: { width: 64, height: 48, channels: 3 } })
    .png()
    .toBuffer()
  return { state: 'done', product: { from: 'bytes', kind: 'image', bytes } }
}

/** A wish with the word "blank" is drawn as one colour. */
export async function openCaseDesk(env: Record<string, string> = {}): Promise<CaseDesk> {
  const clock = shiftClock()
  const app = await startTestApp({
    change: (ctx) => {
      clock.change(ctx)
      // The settings refuse a proxy beside the development sign-in, which only accounts use here.
      ctx.config = { ...ctx.config, TRUST_PROXY: 1 }
    },
    env: {
      ...UNLIMITED_RATES,
      NSFW_THRESHOLD: '1',
      NSFW_REFUSE_THRESHOLD: '1',
      ...env,
    },
    providers: [
      createScriptedProvider({
        start: (call) => (call.prompt?.includes('blank') ? picture() : noise()),
      }),
    ],
  })
  const enter: CaseDesk['enter'] = async (email, options) => {
    const browser = new Browser(app.url)
    await signIn(browser, email, options)
    return browser
  }
  const creator = await enter('creator@example.com')
  const make = async (change: object) => (await publish(creator, change)).id
  const recipe = await make({ price: 300 })
  let guests = 0

  const desk: CaseDesk = {
    app,
    clock,
    creator,
    recipe,
    enter,
    publish: make,

    guest(network = `198.51.100.${++guests}`) {
      return new Browser(app.url, { 'x-forwarded-for': network })
    },

    async buy(
      buyer,
      { recipe: which = recipe, card = GOOD_CARD, wish = 'boat', inputs = {} } = {},
    ) {
      const session = await pay(buyer, which, {}, card)
      await sessionOf(buyer, session)
      const creation = await remixNow(buyer, which, {
        user_inputs: { wish, ...inputs },
        session_id: session,
      })
      return { creation, receipt: await charged(buyer, creation.id), session }
    },

    open: (buyer, payment, change = {}) =>
      buyer.json<CaseAnswer>(`/payment/${payment}/case`, {
        body: { reason: 'broken', text: 'The boat is no boat.', ...change },
      }),

    look: async (buyer, payment) =>
      (await buyer.json<PaymentCase>(`/payment/${payment}/case`)).body,

    receipt: async (buyer, creation) =>
      (await buyer.json<{ receipt: ReceiptView }>(`/creations/${creation}/receipt`)).body.receipt,

    async refunded(buyer, creation, cents) {
      await expect.poll(async () => (await desk.receipt(buyer, creation)).refunded).toBe(cents)
    },

    close: () => app.close(),
  }
  return desk
}
