import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'

/**
 * Marks sales whose buyer has the card or the network with which the creator paid elsewhere, as long as
 * the hashes of both payments are kept. The mark says nothing of a person, and stays.
 */
export async function markLikeness(ctx: Pick<Ctx, 'db'>): Promise<void> {
  await ctx.db.execute(sql`
    with recursive person(creator_id, id, claimed_by) as (
      select distinct sale.creator_id, p.id, p.claimed_by
      from payments sale join principals p on p.id = sale.creator_id
      where sale.card is not null or sale.network is not null
      union
      select person.creator_id, p.id, p.claimed_by
      from person join principals p on p.id = person.claimed_by
    ), alike as (
      select sale.id, case when bool_or(sale.card = bought.card) then 'card' else 'network' end as how
      from payments sale
      join person on person.creator_id = sale.creator_id and person.claimed_by is null
      join payments bought on bought.buyer_id = person.id and bought.id <> sale.id
        and bought.creator_id is not null and bought.book = sale.book
        and (bought.card = sale.card or bought.network = sale.network)
      where sale.state = 'captured' and sale.likeness is null
      group by sale.id
    )
    update payments set likeness = alike.how from alike where payments.id = alike.id`)
}
