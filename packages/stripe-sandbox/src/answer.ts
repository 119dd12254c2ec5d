import { createHash } from 'node:crypto'
import { readParts } from './dispute.ts'
import { Refusal } from './objects.ts'
import { ENDINGS, passTime } from './pass-time.ts'
import { type Call, type Rules, route } from './route.ts'
import { type Books, present, type Store } from './store.ts'

/** A request, however it arrived. */
export interface Request {
  method: string
  url: URL
  /** Names in small letters. */
  headers: Record<string, string | undefined>
  body: Buffer
}

export interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

export interface Fault {
  /** Matches a request line such as `POST /v1/payment_intents/…/capture`. */
  on: RegExp
  /** Before Stripe carries out the request, or after that and before the response. */
  when: 'before' | 'after'
  /**
   * A refusal or a status to answer with, or an action after which the connection closes. A 500 and a
   * declined card are stored with the idempotency key, as Stripe does once it has begun the request.
   */
  effect: number | Refusal | (() => void | Promise<void>)
}

const DAY = 86_400
/** How long a key is known: 24 hours (api/idempotent_requests), in the second version 30 days (api-v2-overview). */
const KEPT = { first: DAY, second: 30 * DAY }

const INVALID_KEY = { type: 'invalid_request_error', message: 'Invalid API Key provided' }

interface Keyed {
  key: string
  fingerprint: string
  isSecond: boolean
}

export interface Counter {
  store: Store
  rules: Rules
  secretKey: string
  /** Each fault happens once. */
  faults: Fault[]
}

/** Answers one call of Stripe's API; undefined where the connection closes without an answer. */
export async function answer(counter: Counter, request: Request): Promise<Answer | undefined> {
  const { store, rules, secretKey } = counter
  const { method, url, headers } = request
  const line = `${method} ${url.pathname}`
  const isSecond = url.pathname.startsWith('/v2/')
  const { call, text } = readCall(request, isSecond)
  const key = method === 'POST' ? headers['idempotency-key'] : undefined
  // A hash, so that no form and no file stays in the database.
  const fingerprint = createHash('sha256').update(`${line}\n${text}`).digest('hex')
  const keyed = key ? { key, fingerprint, isSecond } : undefined

  const isReplayed = keyed
    ? (await store.read((books) => books.findKey(keyed.key))) !== null
    : false
  const early = await strike(counter.faults, line, 'before', isReplayed)
  if (early === 'hang-up') return undefined
  if (early) return fail(store, early, keyed)
  if (headers['authorization'] !== `Bearer ${secretKey}`) {
    return { status: 401, body: { error: INVALID_KEY } }
  }

  await passTime(store, ENDINGS)
  const given =
    method === 'GET'
      ? await store.read((books) => carryOut(books, call, rules))
      : await store.write((books) => carryOutOnce(books, call, rules, keyed)).catch(refuse)
  const late = await strike(counter.faults, line, 'after', false)
  if (late === 'hang-up') return undefined
  return late ? fail(store, late, keyed) : given
}

function readCall(request: Request, isSecond: boolean): { call: Call; text: string } {
  const { method, url, headers, body } = request
  const type = headers['content-type'] ?? ''
  const upload = type.startsWith('multipart/') ? readParts(body.toString('latin1'), type) : {}
  // A form's boundary differs with each request; Stripe compares the parameters.
  const text = 'file' in upload ? JSON.stringify(upload) : body.toString()
  const form = Object.fromEntries(
    method === 'GET' || isSecond ? url.searchParams : new URLSearchParams(text),
  )
  const json = isSecond && text ? (JSON.parse(text) as object) : {}
  const actsFor = headers['stripe-account'] ?? ''
  return { call: { method, path: url.pathname, form, json, upload, actsFor }, text }
}

async function strike(
  faults: Fault[],
  line: string,
  when: Fault['when'],
  isReplayed: boolean,
): Promise<Refusal | 'hang-up' | undefined> {
  const at = faults.findIndex(
    (fault) =>
      fault.when === when &&
      fault.on.test(line) &&
      // A replayed request is not carried out, so only its connection can fail.
      (!isReplayed || typeof fault.effect === 'function'),
  )
  const [fault] = at === -1 ? [] : faults.splice(at, 1)
  if (!fault) return undefined
  if (typeof fault.effect === 'function') {
    await fault.effect()
    return 'hang-up'
  }
  return typeof fault.effect === 'number'
    ? new Refusal('An unknown error occurred', { status: fault.effect, type: 'api_error' })
    : fault.effect
}

const untilOf = (books: Books, { isSecond }: Keyed) =>
  books.now + (isSecond ? KEPT.second : KEPT.first)

/** A fault of Stripe's own, which the first version keeps where it had begun the request. */
async function fail(
  store: Store,
  { status, body }: Refusal,
  keyed: Keyed | undefined,
): Promise<Answer> {
  if (keyed && !keyed.isSecond && (status === 500 || status === 402)) {
    await store.write(async (books) => {
      await books.takeKey(keyed.key, keyed.fingerprint, untilOf(books, keyed))
      await books.keepAnswer(keyed.key, status, { error: body })
    })
  }
  return { status, body: { error: body } }
}

async function carryOut(books: Books, call: Call, rules: Rules): Promise<Answer> {
  try {
    return { status: 200, body: present(await route(books, call, rules)) }
  } catch (error) {
    return refuse(error)
  }
}

function refuse(error: unknown): Answer {
  if (error instanceof Refusal) return { status: error.status, body: { error: error.body } }
  throw error
}

/** https://docs.stripe.com/api/idempotent_requests: the first outcome is kept, "including 500 errors". */
async function carryOutOnce(
  books: Books,
  call: Call,
  rules: Rules,
  keyed: Keyed | undefined,
): Promise<Answer> {
  if (!keyed) return carryOut(books, call, rules)
  const { key, fingerprint } = keyed
  const first = await books.takeKey(key, fingerprint, untilOf(books, keyed))
  if (first && first.fingerprint !== fingerprint) {
    return refuse(
      new Refusal(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      ),
    )
  }
  if (first) {
    const { status, body } = first
    return { status, body, headers: { 'idempotent-replayed': 'true' } }
  }
  const given = await carryOut(books, call, rules)
  // https://docs.stripe.com/api-v2-overview: the second version carries out again what failed.
  if (keyed.isSecond && given.status >= 400) await books.dropKey(key)
  else await books.keepAnswer(key, given.status, given.body)
  return given
}
