import type { JobView } from '@vignette/contract/jobs.ts'

/** The run's progress in words; without progress from the server, no percentage is shown. */
export function describeProgress(job: JobView | null): {
  label: string
  percent: number | undefined
} {
  if (!job) return { label: 'Sending your inputs', percent: undefined }
  if (job.status === 'QUEUED') return { label: 'In line, starting soon', percent: undefined }
  if (job.status === 'COMPLETED') return { label: 'Your Creation is Ready!', percent: 100 }
  // A server may answer the specified fields alone.
  const progress: JobView['progress'] | undefined = job.progress
  if (!progress) return { label: 'Generating', percent: undefined }
  const { step, steps, label, percent } = progress
  const words = label || 'Generating'
  return {
    label: steps > 1 ? `Step ${Math.min(steps, Math.max(1, step))} of ${steps}: ${words}` : words,
    percent: Math.round(percent),
  }
}
