import { openDatabase } from './open-database.ts'

const FIGURES = [
  'visitors',
  'visits',
  'runs',
  'delivered',
  'checkouts',
  'authorized',
  'sales',
  'paid',
  'refunded',
  'disputed',
  'earned',
  'free_runs',
] as const
type Figures = Record<(typeof FIGURES)[number], number>

export type RecountedDay = Figures & { day: string }

export interface Recounted {
  days: RecountedDay[]
  total: Figures
  /** The figures of the source that the caller named. */
  source: { visitors: number; sales: number; paid: number }
  followers: number
}

const isOn = (time: string) => `(${time} at time zone 'UTC')::date = days.day`
const ofOwn = 'workflow_id in (select id from own)'
/** Entries of the ledger that belong to a sale. */
const posted = (kinds: string) => `from ledger_entries
  where ${ofOwn} and kind in (${kinds}) and ${isOn('occurred_at')}`

const DAYS = `
  with own as (select id from workflows where owner_id = $1),
    days as (select moment::date as day
      from generate_series($2::date, $3::date, '1 day') moment)
  select to_char(day, 'YYYY-MM-DD') as day,
    (select coalesce(sum(visitors), 0)::int from workflow_visits v
      where ${ofOwn} and v.day = days.day) as visitors,
    (select coalesce(sum(visits), 0)::int from workflow_visits v
      where ${ofOwn} and v.day = days.day) as visits,
    (select count(*)::int from jobs
      where ${ofOwn} and owner_id <> $1 and not test and ${isOn('created_at')}) as runs,
    (select count(*)::int from creations
      where ${ofOwn} and owner_id <> $1 and not test and ${isOn('delivered_at')}) as delivered,
    (select count(*)::int from payments where ${ofOwn} and ${isOn('created_at')}) as checkouts,
    (select count(*)::int from payments where ${ofOwn} and ${isOn('authorized_at')}) as authorized,
    (select count(*)::int from payments
      where ${ofOwn} and state = 'captured' and ${isOn('captured_at')}) as sales,
    (select coalesce(sum(captured), 0)::int from payments
      where ${ofOwn} and ${isOn('captured_at')}) as paid,
    (select coalesce(sum(amount), 0)::int ${posted(`'refund'`)}) as refunded,
    (select coalesce(sum(amount), 0)::int ${posted(`'dispute_opened'`)}) as disputed,
    (select coalesce(-sum(line.amount), 0)::int from ledger_postings line
      join ledger_accounts account on account.id = line.account_id
      join ledger_entries entry on entry.id = line.entry_id
      where account.owner_id = $1 and entry.payment_id is not null
        and ${isOn('entry.occurred_at')}) as earned,
    (select coalesce(sum(amount), 0)::int ${posted(`'free_run'`)}) as free_runs
  from days order by day`

const SOURCE = `
  with own as (select id from workflows where owner_id = $1)
  select (select coalesce(sum(visitors), 0)::int from workflow_visits
      where ${ofOwn} and source = $2) as visitors,
    count(*)::int as sales, coalesce(sum(captured), 0)::int as paid
  from payments where ${ofOwn} and came_from = $2 and state = 'captured'`

/**
 * Counts a creator's days from the tables, as the contract and the page define them, without any of
 * the server's own statements: two programs must come to the same figures.
 */
export async function recountDays(
  dataDir: string,
  { creator, from, to, source }: { creator: string; from: string; to: string; source: string },
): Promise<Recounted> {
  const client = await openDatabase(dataDir)
  try {
    const { rows: days } = await client.query<RecountedDay>(DAYS, [creator, from, to])
    const ofSource = await client.query(SOURCE, [creator, source])
    const followers = await client.query(
      'select count(*)::int as total from follows where followed_id = $1',
      [creator],
    )
    const total = FIGURES.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)])
    return {
      days,
      total: Object.fromEntries(total) as Figures,
      source: ofSource.rows[0],
      followers: followers.rows[0].total,
    }
  } finally {
    await client.end()
  }
}
