import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Groups, groupedTable } from '../../platform/db/groups.ts'
import type { ClaimedSales } from './rules-holds.ts'

/** The sales of recipes that a claim of copyright keeps down and that had not cleared when it came, by person. */
export async function listClaimedSales(
  ctx: Pick<Ctx, 'db'>,
  { people, book }: { people: Groups; book: string },
): Promise<Map<string, ClaimedSales[]>> {
  const found = new Map<string, ClaimedSales[]>()
  if (people.size === 0) return found
  const { rows } = await ctx.db.execute<{
    person: string
    id: string
    decided: number | null
    sales: string[]
  }>(sql`
    select grouped.group_id as person, item.id,
      array(select payments.id from payments
        where payments.workflow_id = item.subject_id and payments.state = 'captured'
          and payments.book = ${book}
          and exists (select 1 from ledger_entries entry
            join ledger_postings posting on posting.entry_id = entry.id
            where entry.payment_id = payments.id and entry.kind = 'capture'
              and posting.clears_at > claim.created_at)
        order by payments.id) as sales,
      case when item.state = 'taken_down' and (objection.id is null or objection.outcome = 'refused') then
        (extract(epoch from greatest(claim.decided_at, objection.decided_at)) * 1000)::float8
      end as decided
    from ${groupedTable(people)}
    join claim_items item on item.owner_id = grouped.id and item.subject_type = 'workflow'
      and item.state in ('hidden', 'taken_down')
    join claims claim on claim.id = item.claim_id and claim.kind = 'copyright'
    left join claim_objections objection
      on objection.claim_id = claim.id and objection.owner_id = item.owner_id
    order by claim.created_at, item.id`)
  for (const { person, id, decided, sales } of rows) {
    const claimed = { itemId: id, sales, decidedAt: decided === null ? null : new Date(decided) }
    found.set(person, [...(found.get(person) ?? []), claimed])
  }
  return found
}
