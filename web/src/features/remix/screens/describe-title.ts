import type { SnapshotFrom } from 'xstate'
import type { remixMachine } from '../machine.ts'
import { describeProgress } from './describe-progress.ts'

/** The tab's title, for a visitor in another tab. */
export function describeTitle(state: SnapshotFrom<typeof remixMachine>): string {
  const { workflow, job } = state.context
  if (state.matches('NOT_FOUND')) return 'Workflow Not Found'
  if (!workflow) return 'Remix'
  if (state.matches('ERROR')) return `Generation failed · ${workflow.name}`
  if (state.matches('GENERATING') || state.matches('OPENED')) {
    const { percent } = describeProgress(job)
    return `${percent === undefined ? 'Generating' : `${percent}%`} · ${workflow.name}`
  }
  if (state.matches('PAYWALL')) return `Secure Checkout · ${workflow.name}`
  return `Remix ${workflow.name}`
}
