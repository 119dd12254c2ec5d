import { and } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring/wiring.ts'
import { findOrphansIn, identityPorts, isGone } from '../identity/index.ts'
import { workflowPorts } from '../workflows/index.ts'
import { exportTests } from './export-tests.ts'
import { findPassedTests } from './find-passed-tests.ts'
import { unfinished } from './queries.ts'
import { jobs } from './tables.ts'

/** The answers of generation to questions of lower features. */
export const generationAnswers: Handling[] = [
  identityPorts.orphanedOwners.answer((ctx) =>
    findOrphansIn(ctx, jobs, { owner: jobs.ownerId, left: and(isGone, unfinished) }),
  ),
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const tests = await exportTests(tx, principalId)
    return [{ name: 'tests.json', content: `${JSON.stringify(tests, null, 2)}\n` }]
  }),
  workflowPorts.passedTests.answer(findPassedTests),
]
