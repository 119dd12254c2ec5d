import type { NoticeView } from '@vignette/contract/notices.ts'
import { and, eq, getTableColumns, notInArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Place, readPage } from '../../platform/db/read-page.ts'
import { requireVisitor } from '../identity/index.ts'
import { LETTER_ONLY_KINDS } from './notice-kinds.ts'
import { notices } from './tables.ts'
import { viewNotice } from './view-notice.ts'

export async function listNotices(
  ctx: Ctx,
  place: Place,
): Promise<{ notices: NoticeView[]; next_cursor: string | null }> {
  const reader = requireVisitor(ctx)
  const list = { name: ['notices', reader.id], columns: [notices.id], descending: true }
  const { rows, next_cursor } = await readPage(ctx.config, list, place, (at) =>
    ctx.db
      .select({ ...getTableColumns(notices), key: at.key })
      .from(notices)
      .where(
        and(eq(notices.ownerId, reader.id), notInArray(notices.kind, LETTER_ONLY_KINDS), at.after),
      )
      .orderBy(...at.orderBy)
      .limit(at.limit)
      .offset(at.offset),
  )
  return { notices: rows.map(viewNotice), next_cursor }
}
