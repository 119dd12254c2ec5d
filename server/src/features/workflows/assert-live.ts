import { AppError } from '../../platform/http/app-error.ts'
import type { WorkflowRow } from './tables.ts'

/** Refuses to publish over a version that the caller has not seen. */
export function assertLive({ version }: Pick<WorkflowRow, 'version'>, seen?: number): void {
  if (seen === undefined || seen === version) return
  throw new AppError(
    'version_changed',
    `Version ${version} is live, and you have seen version ${seen}. Look at what version ${version} has changed, then publish again.`,
  )
}
