import { openDatabase } from './open-database.ts'

/**
 * Moves a creator, with sales and payout account, into the past, as if days had passed. Stops the triggers
 * that guard the ledger against every program, this one included.
 */
export async function letTimePass(accountId: string, days: number): Promise<void> {
  const client = await openDatabase(process.env['E2E_DATA_DIR'] ?? '')
  try {
    await client.query(`set session_replication_role = 'replica'`)
    const own = 'select id from principals where id = $1 or claimed_by = $1'
    const values = [accountId, `${days} days`]
    await client.query(
      `update ledger_postings set clears_at = clears_at - $2::interval where account_id in
         (select id from ledger_accounts where owner_id in (${own}))`,
      values,
    )
    await client.query(
      `update payout_accounts set usable_from = usable_from - $2::interval,
         changed_at = changed_at - $2::interval, bank_changed_at = bank_changed_at - $2::interval
         where principal_id in (${own})`,
      values,
    )
    await client.query(
      'update principals set created_at = created_at - $2::interval where id = $1',
      values,
    )
  } finally {
    await client.end()
  }
}
