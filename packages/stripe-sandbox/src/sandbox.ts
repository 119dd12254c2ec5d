import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { identify, reject, restrict } from './account.ts'
import { type Answer, answer, type Fault, type Request } from './answer.ts'
import { authorise, type Card } from './checkout.ts'
import { changeDispute, moveDispute, type NewDispute, openDispute, warnOfFraud } from './dispute.ts'
import type { ConnectAccount, Dispute, Intent, StripeEvent, ThinEvent } from './objects.ts'
import type { CardForm, Verdict } from './pages/check-card.ts'
import { checkoutPage, enterCard } from './pages/checkout-page.ts'
import { disputePage } from './pages/dispute-page.ts'
import { onboardingPage } from './pages/onboarding-page.ts'
import type { Desk, Page, PageKit, Shown } from './pages/page.ts'
import { ALL, ENDINGS, passTime } from './pass-time.ts'
import { settleRefund } from './payment.ts'
import { type Call, type Rules, route } from './route.ts'
import type { Kind, Kinds } from './schema.ts'
import { type Books, Store } from './store.ts'
import { IN_DOLLARS, type Terms } from './terms.ts'
import { type BankAnswer, payOut, settlePayout } from './transfer.ts'

/** A receiver of signed events; an error means that the event is delivered again later. */
type Deliver = (body: Buffer, headers: Record<string, string>) => Promise<void>

export interface SandboxOptions {
  /** The database that keeps the sandbox's state, in a schema of its own. */
  pool: pg.Pool
  clock: { now(): Date }
  /** The keys of the API and of its events are derived from it, and the fingerprints of cards. */
  secret: string
  /** The name of the seller on the checkout page. */
  seller: string | (() => string)
  /** Of the account's currency; dollars by default. */
  terms?: () => Terms
  /** Who receives events of payments, and thin events of payouts; without receivers they wait. */
  deliver?: { payments?: Deliver; payouts?: Deliver }
  /** Stripe holds so many cents of the balance back as pending; none by default. */
  pending?: number
}

interface Signed {
  body: Buffer
  headers: Record<string, string>
}

/** Stripe's API over one database: what calls it, what happens at Stripe besides, and its pages. */
export class StripeSandbox {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly connectWebhookSecret: string
  /** Each fault happens once. */
  readonly faults: Fault[] = []
  /** The request lines that came by HTTP, such as `POST /v1/refunds`. */
  readonly requests: string[] = []
  private readonly options: SandboxOptions
  private readonly store: Store
  private readonly rules: Rules

  constructor(options: SandboxOptions) {
    const derive = (what: string) =>
      createHmac('sha256', options.secret).update(`stripe-sandbox ${what}`).digest('hex')
    this.options = options
    this.store = new Store(
      options.pool,
      () => options.clock.now(),
      () => options.terms?.() ?? IN_DOLLARS,
    )
    this.rules = { pending: options.pending ?? 0 }
    this.secretKey = `sk_test_${derive('key').slice(0, 32)}`
    this.webhookSecret = `whsec_${derive('webhook')}`
    this.connectWebhookSecret = `whsec_${derive('connect webhook')}`
  }

  private async answer(request: Request): Promise<Answer | undefined> {
    const { store, rules, secretKey, faults } = this
    const given = await answer({ store, rules, secretKey, faults }, request)
    if (request.method !== 'GET') await this.tell()
    return given
  }

  /** For a client of Stripe in this process. */
  readonly fetch = async (url: string | URL | globalThis.Request, init: RequestInit = {}) => {
    const sent = new globalThis.Request(url, { ...init, signal: null })
    const given = await this.answer({
      method: sent.method,
      url: new URL(sent.url),
      headers: Object.fromEntries(sent.headers),
      body: Buffer.from(await sent.arrayBuffer()),
    })
    if (!given) throw new TypeError('the connection was closed')
    return Response.json(given.body, { status: given.status, headers: given.headers ?? {} })
  }

  /** The API at an address of its own, for clients in other processes; with a kit the hosted pages too. */
  async listen<Html>(kit?: PageKit<Html>): Promise<{ origin: string; close(): Promise<void> }> {
    const pages = kit ? this.pages(kit) : []
    const server = createServer((request, response) => {
      const read = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
        const { method = 'GET', headers } = request
        const url = new URL(request.url ?? '/', 'http://stripe')
        this.requests.push(`${method} ${url.pathname}`)
        const plain = Object.entries(headers).map(([name, value]) => [name, String(value)])
        const body = Buffer.concat(chunks)
        const shown = await visit(pages, { method, url, body })
        if (shown && 'redirect' in shown)
          return void response.writeHead(303, { location: shown.redirect }).end()
        if (shown) {
          const type = { 'content-type': 'text/html; charset=utf-8' }
          return void response.writeHead(shown.status, type).end(shown.html)
        }
        const given = await this.answer({ method, url, headers: Object.fromEntries(plain), body })
        if (!given) return void request.socket.destroy()
        response.writeHead(given.status, { 'content-type': 'application/json', ...given.headers })
        response.end(JSON.stringify(given.body))
      }
      read().catch((error: unknown) => response.writeHead(500).end(String(error)))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const origin = `http://127.0.0.1:${port}`
    if (kit) this.store.site = origin
    return {
      origin,
      close: () =>
        new Promise((done) => {
          server.close(() => done())
          server.closeAllConnections()
        }),
    }
  }

  /** The pages that Stripe would host, in the markup of whoever serves them. */
  pages<Html>(kit: PageKit<Html>): Page[] {
    const desk = this.desk()
    return [checkoutPage(desk, kit), disputePage(desk, kit), onboardingPage(desk, kit)].map(
      ({ address, show, submit }): Page => ({
        address,
        show,
        submit: async (id, form) => {
          const given = await submit(id, form)
          await this.tell()
          return given
        },
      }),
    )
  }

  private desk(): Desk {
    const { seller, secret } = this.options
    return {
      store: this.store,
      seller: () => (typeof seller === 'string' ? seller : seller()),
      fingerprint: (number) => createHmac('sha256', secret).update(`card ${number}`).digest('hex'),
    }
  }

  /** Lets time change what is due, then delivers waiting events; a failure leaves the rest for later. */
  async deliverEvents(whose: 'payments' | 'payouts'): Promise<void> {
    await passTime(this.store, ALL)
    const deliver = this.options.deliver?.[whose]
    if (!deliver) return
    const kind = whose === 'payments' ? 'event' : 'v2.core.event'
    for (const { id } of await this.store.read((books) => books.listDue([kind]))) {
      const event = await this.store.read((books) => books.get(kind, id))
      const { body, headers } = event.object === 'event' ? this.sign(event) : this.signThin(event)
      await deliver(body, headers)
      await this.store.write((books) => books.deliver(kind, id))
    }
  }

  private async tell(): Promise<void> {
    for (const whose of ['payments', 'payouts'] as const) {
      // A late event only costs latency, so the next delivery repeats a failed one.
      if (this.options.deliver?.[whose]) await this.deliverEvents(whose).catch(() => undefined)
    }
  }

  /** A snapshot event as Stripe delivers it. */
  sign(event: StripeEvent, { secret = this.webhookSecret, timestamp = nowInSeconds() } = {}) {
    return sign(event, secret, timestamp)
  }

  /** A thin event, whose destination has a secret of its own. */
  signThin(
    event: ThinEvent,
    { secret = this.connectWebhookSecret, timestamp = nowInSeconds() } = {},
  ) {
    return sign(event, secret, timestamp)
  }

  // What buyers, banks and Stripe's staff do.

  /** Expires what is due, as each call does. */
  expire(): Promise<void> {
    return passTime(this.store, ENDINGS)
  }

  private async act<T>(work: (books: Books) => Promise<T>): Promise<T> {
    const result = await this.store.write(work)
    await this.tell()
    return result
  }

  /** A buyer pays on the hosted page. */
  pay(sessionId: string, card?: Card): Promise<Intent> {
    return this.act((books) => authorise(books, sessionId, card))
  }

  /** The same by the form of that page, which may refuse the card. */
  async enterCard(sessionId: string, card: CardForm): Promise<Verdict | 'closed'> {
    const verdict = await enterCard(this.desk(), sessionId, card)
    await this.tell()
    return verdict
  }

  openDispute(intentId: string, what?: NewDispute): Promise<Dispute> {
    return this.act((books) => openDispute(books, intentId, what))
  }

  moveDispute(id: string, status: Dispute['status']): Promise<Dispute> {
    return this.act((books) => moveDispute(books, id, status))
  }

  changeDispute(id: string, amount: number): Promise<void> {
    return this.act((books) => changeDispute(books, id, amount))
  }

  warnOfFraud(intentId: string): Promise<void> {
    return this.act((books) => warnOfFraud(books, intentId))
  }

  settleRefund(id: string, status: 'succeeded' | 'failed'): Promise<void> {
    return this.act((books) => settleRefund(books, id, status))
  }

  /** A creator fills in the hosted form. */
  identify(accountId: string, own?: Partial<ConnectAccount['own']>): Promise<void> {
    return this.act(async (books) => {
      await identify(books, accountId, own)
      await payOut(books, accountId)
    })
  }

  restrict(accountId: string, description: string, time: Date | null = null): Promise<void> {
    return this.act((books) => restrict(books, accountId, { description, time }))
  }

  reject(accountId: string): Promise<void> {
    return this.act((books) => reject(books, accountId))
  }

  settlePayout(id: string, what: BankAnswer): Promise<void> {
    return this.act((books) => settlePayout(books, id, what))
  }

  /** A movement of the balance that no call of ours makes. */
  transact(type: string, source: string | null, amount: number, fee = 0) {
    return this.act((books) =>
      books.transact(type, source, { amount, fee, currency: books.terms.currency }),
    )
  }

  /** A call as Stripe's dashboard would make it, without a key. */
  call(method: string, path: string, form: Call['form'] = {}): Promise<unknown> {
    return this.act((books) => route(books, { method, path, form }, this.rules))
  }

  find<K extends Kind>(kind: K, id: string): Promise<Kinds[K] | undefined> {
    return this.store.read((books) => books.find(kind, id))
  }

  get<K extends Kind>(kind: K, id: string): Promise<Kinds[K]> {
    return this.store.read((books) => books.get(kind, id))
  }

  /** The oldest first. */
  async list<K extends Kind>(kind: K, like: Partial<Kinds[K]> = {}): Promise<Kinds[K][]> {
    return (await this.store.read((books) => books.list(kind, like))).toReversed()
  }

  /** Changes what no call and no person could. */
  change<K extends Kind>(kind: K, id: string, set: Partial<Kinds[K]>): Promise<Kinds[K]> {
    return this.act(async (books) => books.put(kind, { ...(await books.get(kind, id)), ...set }))
  }
}

/** What the page at this address shows, or answers to its form. */
async function visit(
  pages: readonly Page[],
  { method, url, body }: Pick<Request, 'method' | 'url' | 'body'>,
): Promise<Shown | undefined> {
  for (const { address, show, submit } of pages) {
    const [place = ''] = address.split(':')
    if (!url.pathname.startsWith(place)) continue
    const id = decodeURIComponent(url.pathname.slice(place.length))
    if (method !== 'POST') return show(id)
    return submit(id, Object.fromEntries(new URLSearchParams(body.toString())))
  }
  return undefined
}

const nowInSeconds = () => Math.floor(Date.now() / 1000)

/** https://docs.stripe.com/webhooks#verify-manually: the time, and an HMAC of time and body. */
function sign(event: object, secret: string, timestamp: number): Signed {
  const payload = JSON.stringify(event)
  const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
  return {
    body: Buffer.from(payload),
    headers: {
      'content-type': 'application/json',
      'stripe-signature': `t=${timestamp},v1=${digest}`,
    },
  }
}
