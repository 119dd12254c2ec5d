import { asc } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { reports } from '../../schema/moderation.ts'
import { identityPorts } from '../identity/index.ts'
import { mediaPorts } from '../media/index.ts'
import { noticePorts } from '../notices/index.ts'
import { scorePicture } from './check-image.ts'
import { reportedBy } from './report.ts'
import { takeWaiting } from './take-waiting.ts'

/** The answers of moderation to questions of lower features. */
export const moderationAnswers: Handling[] = [
  mediaPorts.uploadVerdict.answer((ctx, { preview }) => scorePicture(ctx, preview)),
  noticePorts.waiting.answer(takeWaiting),
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(reports)
      .where(reportedBy(tx, principalId))
      .orderBy(asc(reports.createdAt))
    const made = rows.map((row) => ({
      id: row.id,
      subject_type: row.subjectType,
      subject_id: row.subjectId,
      reason: row.reason,
      note: row.note,
      status: row.status,
      created_at: row.createdAt,
    }))
    return [{ name: 'reports.json', content: `${JSON.stringify(made, null, 2)}\n` }]
  }),
]
