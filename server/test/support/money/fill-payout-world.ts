import { performCapture } from '../../../src/features/payments/capture/capture.ts'
import { recipeOf } from './create-money-world.ts'
import type { PayoutWorld } from './create-payout-world.ts'

const SALES = 4
/** So many rows take a transaction that no limit of time ends. */
const AT_ONCE = 500

/**
 * Creators by the hundred with four sales each, which have cleared: copies of one sale that the product
 * made. One in ten has no payout account, one in ten earned $9.60 in all, and one in ten has a sale that
 * the card network warns of.
 */
export async function fillPayoutWorld(world: PayoutWorld, count: number): Promise<void> {
  const creator = await world.newPrincipal()
  const buyer = await world.newPrincipal('visitor')
  const sold = await world.deliverPaid({ buyer, recipe: recipeOf(creator, 3_000) })
  await performCapture(world.ctx, sold.id)
  world.wait(15)
  for (let left = count; left > 0; left -= AT_ONCE) {
    await addCrowd(world, Math.min(left, AT_ONCE), sold.id)
  }
}

async function addCrowd(world: PayoutWorld, count: number, soldId: string): Promise<void> {
  const now = world.ctx.clock.now()
  const client = await world.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('alter table payments disable trigger payments_moves')
    await client.query(`create temporary table crowd on commit drop as
      select gen_random_uuid() as id, n from generate_series(1, ${count}) n`)
    await client.query(`create temporary table sales on commit drop as
      select crowd.id as creator_id, crowd.n, gen_random_uuid() as id, gen_random_uuid() as entry_id,
        case when crowd.n % 10 = 1 then 240 else 2100 + sale end as earned
      from crowd cross join generate_series(1, ${SALES}) sale`)
    await client.query(
      `insert into principals (id, kind, issuer, subject, created_at)
       select id, 'user', 'crowd', id::text, $1::timestamptz - interval '60 days' from crowd`,
      [now],
    )
    await client.query(
      `insert into payout_accounts (id, principal_id, book, gateway, state, account_id, country,
         bank_last4, bank_hash, changed_at, usable_from, looked_at)
       select gen_random_uuid(), id, 'test:sandbox', 'sandbox', 'ready', 'acct_' || id, 'US',
         '6789', '6789', $1::timestamptz - interval '60 days', $1::timestamptz - interval '58 days', $1
       from crowd where n % 10 <> 0`,
      [now],
    )
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = 'payments' and is_generated = 'NEVER'`,
    )
    const own: Record<string, string> = {
      id: 'sales.id',
      creator_id: 'sales.creator_id',
      creation_id: 'gen_random_uuid()',
      job_id: 'null',
      session_id: 'sales.id::text',
      intent_id: 'sales.id::text',
    }
    const names = rows.map(({ name }) => name)
    await client.query(
      `insert into payments (${names.join()})
       select ${names.map((name) => own[name] ?? `sold.${name}`).join()}
       from sales cross join payments sold where sold.id = $1`,
      [soldId],
    )
    await client.query(
      `insert into payment_events (payment_id, name, detail, at)
       select distinct on (creator_id) id, 'gateway.warning', '{}'::jsonb, $1::timestamptz
       from sales where n % 10 = 2 order by creator_id, id`,
      [now],
    )
    await client.query(
      `insert into ledger_accounts (id, kind, owner_id, currency, book)
       select gen_random_uuid(), 'creator', id, 'usd', 'test:sandbox' from crowd`,
    )
    await client.query(
      `insert into ledger_entries (id, key, kind, subject_type, subject_id, payment_id, workflow_id,
         amount, currency, book, occurred_at)
       select entry_id, 'capture:' || id, 'capture', 'payment', id, id, gen_random_uuid(), 3000, 'usd',
         'test:sandbox', $1::timestamptz - interval '15 days' from sales`,
      [now],
    )
    await client.query(
      `insert into ledger_postings (id, entry_id, account_id, currency, book, amount, share_percent, clears_at)
       select gen_random_uuid(), entry_id, account.id, 'usd', 'test:sandbox', line.amount, line.share,
         line.clears_at
       from sales cross join lateral (values
         ('gateway', 3000, null::int, null::timestamptz),
         ('platform', earned - 3000, null, null),
         ('creator', -earned, 70, $1::timestamptz - interval '1 day')) as line (kind, amount, share, clears_at)
       join ledger_accounts account on account.kind = line.kind and account.book = 'test:sandbox'
         and (line.kind <> 'creator' or account.owner_id = sales.creator_id)`,
      [now],
    )
    const { rows: crowd } = await client.query<{ id: string }>('select id from crowd')
    for (const { id } of crowd) world.vendor.setAccount(`acct_${id}`, 'ready')
    await client.query('alter table payments enable trigger payments_moves')
    await client.query('commit')
    await client.query('analyze')
  } finally {
    client.release()
  }
}
