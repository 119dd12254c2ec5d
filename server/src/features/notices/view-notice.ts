import type { NoticeView } from '@vignette/contract/notices.ts'
import type { Kind } from './kind.ts'
import { NOTICE_KINDS, type NoticeKind } from './notice-kinds.ts'
import type { NoticeRow } from './tables.ts'

export function viewNotice(row: NoticeRow): NoticeView {
  const kind: Kind = NOTICE_KINDS[row.kind as NoticeKind]
  return {
    id: row.id,
    kind: row.kind,
    title: kind.title(row.facts),
    body: kind.body(row.facts),
    link: kind.link(row.facts),
    read: row.readAt !== null,
    created_at: row.createdAt.toISOString(),
  }
}
