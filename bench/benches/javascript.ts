import { readBuiltRoutes } from '../../scripts/built-routes.ts'
import type { Bench } from '../support/bench.ts'

/** The JavaScript that a first visit loads before any click. */
export const javascript: Bench = async () => [
  {
    what: 'JavaScript on Discover, brotli',
    unit: 'kB',
    subject: [
      readBuiltRoutes().bytesOf('src/features/workflows/discover/discover-page.tsx') / 1000,
    ],
    compares: 'value',
    goal: { atMost: 105 },
  },
]
