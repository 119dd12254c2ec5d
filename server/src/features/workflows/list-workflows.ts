import { listWorkflows as route } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { buildAnswer } from '../../platform/http/answer.ts'
import { findWorkflows, isOwnList, type WorkflowQuery } from './find-workflows.ts'

/** Counts of remixes are announced by nobody; they may be this old. */
const LIFE_MS = 1_000
const JSON_TYPE = 'application/json; charset=utf-8'

/** But for one's own list the catalogue is the same for everybody: each page is made once and sent as bytes. */
export async function listWorkflows(ctx: Ctx, query: WorkflowQuery) {
  if (isOwnList(query)) return findWorkflows(ctx, query)
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
