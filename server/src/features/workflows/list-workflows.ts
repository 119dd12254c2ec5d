import { listWorkflows as route } from '@vignette/contract/catalogue.ts'
import type { Ctx } from '../../ctx.ts'
import { buildAnswer } from '../../platform/http/answer.ts'
import { findWorkflows, isOwnList, type WorkflowQuery } from './find-workflows.ts'
import { noteSearch } from './note-search.ts'

/** A remix sends no notification for its count, so counts may be this old. */
const LIFE_MS = 1_000
const JSON_TYPE = 'application/json; charset=utf-8'

/** Every caller gets the same catalogue, so each page is built once and kept as bytes; the caller's own list is not kept. */
export async function listWorkflows(ctx: Ctx, query: WorkflowQuery) {
  if (isOwnList(query)) return findWorkflows(ctx, query)
  if (query.q && query.cursor === undefined) noteSearch(ctx, query.q)
  const everybody = { ...ctx, caller: { ...ctx.caller, principal: null } }
  return ctx.answers.get(
    `${route.name} ${JSON.stringify(query)}`,
    { lifeMs: LIFE_MS },
    async () => {
      const list = route.answer.parse(await findWorkflows(everybody, query))
      return buildAnswer(JSON.stringify(list), { type: JSON_TYPE })
    },
  )
}
