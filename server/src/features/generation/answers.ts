import type { Handling } from '../../platform/wiring.ts'
import { identityPorts } from '../identity/index.ts'
import { exportTests } from './view-test.ts'

/** The answers of generation to questions of lower features. */
export const generationAnswers: Handling[] = [
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const tests = await exportTests(tx, principalId)
    return [{ name: 'tests.json', content: `${JSON.stringify(tests, null, 2)}\n` }]
  }),
]
