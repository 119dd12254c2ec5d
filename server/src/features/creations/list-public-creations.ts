import { listPublicCreations as route } from '@vignette/contract/creation-lists.ts'
import { and } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { buildAnswer } from '../../platform/http/answer.ts'
import { kept, shown } from './list-user-creations.ts'
import { ofListed } from './of-listed.ts'
import { readCreations } from './read-creations.ts'
import { viewNamed } from './view-named.ts'

/** How long the wall may show the old name of a recipe; deliveries and changes of visibility drop the answer at once. */
const LIFE_MS = 1_000
const JSON_TYPE = 'application/json; charset=utf-8'

/** The wall: every visitor gets the same answer, so each page is built once and kept as bytes. */
export async function listPublicCreations(ctx: Ctx, query: z.output<(typeof route)['query']>) {
  const everybody = { ...ctx, caller: { ...ctx.caller, principal: null } }
  return ctx.answers.get(
    `${route.name} ${JSON.stringify(query)}`,
    { lifeMs: LIFE_MS },
    async () => {
      const want = { ...query, offset: 0 }
      const part = and(kept, shown, ofListed)
      const { rows, next_cursor } = await readCreations(everybody, ['wall'], want, [part])
      const items = await viewNamed(everybody, rows)
      const list = route.answer.parse({ creations: items, next_cursor })
      return buildAnswer(JSON.stringify(list), { type: JSON_TYPE })
    },
  )
}
