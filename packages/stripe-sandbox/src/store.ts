import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type BalanceTransaction, type Dispute, Refusal, type ThinEvent } from './objects.ts'
import { type Kind, type Kinds, tableOf } from './schema.ts'
import type { Terms } from './terms.ts'

const AWAITED: Dispute['status'][] = ['needs_response', 'warning_needs_response']

/** When time alone changes an object; an event waits from the beginning until it is delivered. */
const DUE: { [K in Kind]?: (object: Kinds[K]) => number | null } = {
  'checkout.session': ({ status, expires_at: end }) => (status === 'open' ? end : null),
  payment_intent: ({ status, own }) => (status === 'requires_capture' ? own.captureBefore : null),
  refund: ({ own }) => own.due,
  dispute: ({ status, evidence_details: { due_by: end } }) =>
    AWAITED.includes(status) ? end : null,
  payout: ({ own }) => own.due,
  event: () => 0,
  'v2.core.event': () => 0,
}

export function newObjectId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

type Queryable = Pick<pg.ClientBase, 'query'>

interface Page {
  /** In seconds. */
  since?: number
  after?: string | undefined
  limit?: number
}

/** The objects, as one request sees them; a request that changes anything locks the rows that it reads. */
export class Books {
  private readonly sql: Queryable
  private readonly locks: boolean
  /** In seconds, as Stripe counts. */
  readonly now: number
  readonly terms: Terms
  private readonly site: string | undefined

  constructor(sql: Queryable, { now, terms, site }: Store, locks: boolean) {
    this.sql = sql
    this.now = now
    this.terms = terms
    this.site = site
    this.locks = locks
  }

  /** The address of a hosted page: where this sandbox serves it, else on the seller's own site. */
  addressOf(path: string, sellers: string): string {
    return new URL(path, this.site ?? sellers).href
  }

  async find<K extends Kind>(kind: K, id: string): Promise<Kinds[K] | undefined> {
    const { rows } = await this.sql.query<{ object: Kinds[K] }>(
      `select object from ${tableOf(kind)} where id = $1${this.locks ? ' for update' : ''}`,
      [id],
    )
    return rows[0]?.object
  }

  async get<K extends Kind>(kind: K, id: string): Promise<Kinds[K]> {
    const found = await this.find(kind, id)
    if (found) return found
    throw new Refusal(`No such ${kind}: '${id}'`, {
      status: 404,
      code: kind.startsWith('v2.') ? 'not_found' : 'resource_missing',
      param: 'id',
    })
  }

  /** Newest first: https://docs.stripe.com/api/pagination */
  async list<K extends Kind>(
    kind: K,
    like: Partial<Kinds[K]> = {},
    { since = 0, after, limit }: Page = {},
  ): Promise<Kinds[K][]> {
    const table = tableOf(kind)
    const given: unknown[] = [JSON.stringify(like)]
    let where = 'object @> $1::jsonb'
    if (since) where += ` and (object->>'created')::bigint >= $${given.push(since)}`
    if (after) where += ` and seq < (select seq from ${table} where id = $${given.push(after)})`
    const end = limit === undefined ? '' : ` limit $${given.push(limit)}`
    const { rows } = await this.sql.query<{ object: Kinds[K] }>(
      `select object from ${table} where ${where} order by seq desc${end}`,
      given,
    )
    return rows.map(({ object }) => object)
  }

  async put<K extends Kind>(kind: K, object: Kinds[K]): Promise<Kinds[K]> {
    const due = DUE[kind]?.(object) ?? null
    await this.sql.query(
      `insert into ${tableOf(kind)} (id, due, object) values ($1, $2, $3)
       on conflict (id) do update set due = excluded.due, object = excluded.object`,
      [object.id, due, JSON.stringify(object)],
    )
    return object
  }

  async remove<K extends Kind>(kind: K, like: Partial<Kinds[K]>): Promise<void> {
    await this.sql.query(`delete from ${tableOf(kind)} where object @> $1::jsonb`, [
      JSON.stringify(like),
    ])
  }

  /** The first that are due, of all of these kinds. */
  async listDue<K extends Kind>(kinds: readonly K[]): Promise<{ kind: K; id: string }[]> {
    const each = kinds.map(
      (kind) => `(select '${kind}' as kind, id, seq from ${tableOf(kind)} where due <= $1
        order by seq limit 200)`,
    )
    const { rows } = await this.sql.query<{ kind: K; id: string }>(each.join(' union all '), [
      this.now,
    ])
    return rows
  }

  /** Waits for another process that changes the object at this moment. */
  async isDue(kind: Kind, id: string): Promise<boolean> {
    const { rows } = await this.sql.query(
      `select from ${tableOf(kind)} where id = $1 and due <= $2 for update`,
      [id, this.now],
    )
    return rows.length > 0
  }

  async deliver(kind: 'event' | 'v2.core.event', id: string): Promise<void> {
    await this.sql.query(`update ${tableOf(kind)} set due = null where id = $1`, [id])
  }

  /** Every movement of the balance: https://docs.stripe.com/api/balance_transactions */
  transact(
    type: string,
    source: string | null,
    { amount, fee = 0, currency }: { amount: number; fee?: number; currency: string },
  ): Promise<BalanceTransaction> {
    return this.put('balance_transaction', {
      id: newObjectId('txn'),
      object: 'balance_transaction',
      type,
      amount,
      fee,
      net: amount - fee,
      currency,
      source,
      created: this.now,
    })
  }

  async balance(): Promise<Map<string, number>> {
    const { rows } = await this.sql.query<{ currency: string; held: string }>(
      `select object->>'currency' as currency, sum((object->>'net')::bigint) as held
       from ${tableOf('balance_transaction')} group by 1`,
    )
    return new Map(rows.map(({ currency, held }) => [currency, Number(held)]))
  }

  /** Two transfers at once must not both spend the same money. */
  async lockBalance(): Promise<void> {
    await this.sql.query(`select pg_advisory_xact_lock(hashtext('stripe_sandbox.balance'))`)
  }

  /** Events carry a snapshot of the object, however late they are delivered. */
  async announce(type: string, object: object): Promise<void> {
    await this.put('event', {
      id: newObjectId('evt'),
      object: 'event',
      type,
      api_version: '2026-10-28.endive',
      created: this.now,
      livemode: false,
      data: { object: present(object) },
    })
  }

  /** A thin event names its object; one about a bank payout comes from the account's own side. */
  async announceThin(
    type: string,
    { id, type: kind, url }: ThinEvent['related_object'],
    context?: string,
  ): Promise<void> {
    await this.put('v2.core.event', {
      id: newObjectId('evt_1'),
      object: 'v2.core.event',
      type,
      created: this.isoNow(),
      livemode: false,
      ...(context ? { context } : {}),
      related_object: { id, type: kind, url },
      reason: null,
    })
  }

  isoNow(): string {
    return new Date(this.now * 1000).toISOString()
  }

  /** The answer that was first given under a key; takes the key where it is free. */
  async takeKey(key: string, fingerprint: string, until: number): Promise<Kept | null> {
    await this.sql.query('delete from stripe_sandbox.idempotency_keys where until < $1', [this.now])
    // A second request under the key waits here until the first has ended.
    const taken = await this.sql.query(
      `insert into stripe_sandbox.idempotency_keys (key, until, fingerprint) values ($1, $2, $3)
       on conflict do nothing`,
      [key, until, fingerprint],
    )
    return taken.rowCount === 1 ? null : this.findKey(key)
  }

  async findKey(key: string): Promise<Kept | null> {
    const { rows } = await this.sql.query<Kept>(
      `select fingerprint, status, body from stripe_sandbox.idempotency_keys
       where key = $1 and until >= $2`,
      [key, this.now],
    )
    return rows[0] ?? null
  }

  async dropKey(key: string): Promise<void> {
    await this.sql.query('delete from stripe_sandbox.idempotency_keys where key = $1', [key])
  }

  async keepAnswer(key: string, status: number, body: unknown): Promise<void> {
    await this.sql.query(
      'update stripe_sandbox.idempotency_keys set status = $2, body = $3 where key = $1',
      [key, status, JSON.stringify(body)],
    )
  }
}

interface Kept {
  fingerprint: string
  status: number
  body: unknown
}

/** An object as it is now, without what is the sandbox's own. */
export function present(object: unknown): object {
  return JSON.parse(
    JSON.stringify(object, (key, value: unknown) => (key === 'own' ? undefined : value)),
  ) as object
}

/** The database of a sandbox, and the clock that it goes by. */
export class Store {
  private readonly pool: pg.Pool
  private readonly clock: () => Date
  private readonly readTerms: () => Terms
  /** Where the hosted pages are; absent where the seller's site serves them. */
  site: string | undefined

  constructor(pool: pg.Pool, clock: () => Date, readTerms: () => Terms) {
    this.pool = pool
    this.clock = clock
    this.readTerms = readTerms
  }

  get terms(): Terms {
    return this.readTerms()
  }

  get now(): number {
    return Math.floor(this.clock().getTime() / 1000)
  }

  read<T>(work: (books: Books) => Promise<T>): Promise<T> {
    return work(new Books(this.pool, this, false))
  }

  async write<T>(work: (books: Books) => Promise<T>): Promise<T> {
    const client = await this.pool.connect()
    try {
      await client.query('begin')
      const result = await work(new Books(client, this, true))
      await client.query('commit')
      client.release()
      return result
    } catch (error) {
      // A connection on which even the rollback fails is closed.
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      )
      throw error
    }
  }
}
