import { createHash } from 'node:crypto'
import { listWorkflows as route } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { createBriefCache } from '../../platform/http/brief-cache.ts'
import { ReadyAnswer } from '../../platform/http/define-api.ts'
import { isOwnList, listWorkflows, type WorkflowQuery } from './list-workflows.ts'

/** Counts of remixes are announced by nobody; they may be this old. */
const LIFE_MS = 1_000
const ENTRIES = 500

/** But for one's own list the catalogue is the same for everybody: each page is made once and sent as bytes. */
export function createListAnswers(ctx: Ctx) {
  const lists = createBriefCache<{ body: Buffer; etag: string }>({
    lifeMs: LIFE_MS,
    entries: ENTRIES,
  })
  ctx.events.subscribeAll((change) => {
    if (!change || /^(?:workflow|creation):/.test(change.id)) lists.clear()
  })
  return async (caller: Ctx, query: WorkflowQuery) => {
    if (isOwnList(query)) return listWorkflows(caller, query)
    const kept = lists.get(JSON.stringify(query), async () => {
      const list = route.answer.parse(await listWorkflows(caller, query))
      const body = Buffer.from(JSON.stringify(list))
      const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
      return { body, etag: `W/"${digest}"` }
    })
    const { body, etag } = await kept.value
    return new ReadyAnswer(body, { etag, 'cache-control': 'no-cache' }, () => kept.isCurrent())
  }
}
