import { and, eq, isNotNull } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { jobs } from '../../schema/generation.ts'
import { identityPorts } from '../identity/index.ts'
import { exportTests } from './view-test.ts'

/** The answers of generation to questions of lower features. */
export const generationAnswers: Handling[] = [
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const tests = await exportTests(tx, principalId)
    const faces = await tx.db
      .select({ creation_id: jobs.creationId, face: jobs.face })
      .from(jobs)
      .where(and(eq(jobs.ownerId, principalId), isNotNull(jobs.face)))
      .orderBy(jobs.id)
    return [
      { name: 'tests.json', content: `${JSON.stringify(tests, null, 2)}\n` },
      { name: 'faces.json', content: `${JSON.stringify(faces, null, 2)}\n` },
    ]
  }),
]
