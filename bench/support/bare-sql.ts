import { performance } from 'node:perf_hooks'
import pg from 'pg'

/** Hand-written SQL for one page of a list, with everything that the API's answer shows. */
export interface BareList {
  text: string
  values: (page: number, perPage: number) => unknown[]
}

const VARIANTS = `(select json_agg(v order by v.width) from media_variants v where v.media_id = m.id)`

export const BARE_CATALOGUE: BareList = {
  text: `select w.*, m.*, ${VARIANTS} as variants, (select sum(listed) from workflow_tallies) as total
    from workflows w left join media m on m.id = w.sample_media_id and m.deleted_at is null
    where w.hidden_at is null and w.deleted_at is null and not w.waiting and w.state = 'listed'
    order by w.created_at desc, w.id desc limit $1 offset $2`,
  values: (page, perPage) => [perPage, (page - 1) * perPage],
}

export const bareGallery = (recipe: string): BareList => ({
  text: `select c.*, m.*, p.username, ${VARIANTS} as variants,
      (select sum(shown) from creation_tallies where workflow_id = $3) as total
    from creations c join media m on m.id = c.media_id join principals p on p.id = c.owner_id
    where c.workflow_id = $3 and c.public and c.hidden_at is null and c.delivered_at is not null
      and c.deleted_at is null
    order by c.delivered_at desc, c.id desc limit $1 offset $2`,
  values: (page, perPage) => [perPage, (page - 1) * perPage, recipe],
})

/** Asks for one page after another over one connection, through the driver alone. */
export async function askBare(
  url: string,
  list: BareList,
  pages: readonly { page: number; perPage: number }[],
): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const took: number[] = []
    for (const { page, perPage } of pages) {
      const began = performance.now()
      await client.query(list.text, list.values(page, perPage))
      took.push(performance.now() - began)
    }
    return took
  } finally {
    await client.end()
  }
}
