import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type JobRow, jobs } from '../../schema/generation.ts'
import type { Recipe } from '../workflows/index.ts'
import { leasedBy } from './lease.ts'
import { overallPercent } from './rules.ts'

/** The minimum interval between two writes, however often a provider reports. */
const WRITE_EVERY_MS = 1_000

const LABELS: Record<string, string> = {
  text_to_image: 'Drawing the picture',
  image_to_image: 'Styling the picture',
  upscale_image: 'Adding detail',
  remove_background: 'Cutting out the background',
  image_to_video: 'Animating',
  text_to_video: 'Filming',
  video_concat: 'Joining the clips',
}

export interface Progress {
  count(rows: readonly { stepId: string; state: string }[]): void
  report(stepId: string, percent: number, label?: string): void
  flush(): Promise<void>
}

/** Writes a running job's progress for watchers; a lost write only delays the display. */
export function trackProgress(ctx: Ctx, job: JobRow, recipe: Recipe): Progress {
  const percents = new Map<string, number>()
  let done = new Set<string>()
  let label = 'Starting'
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const running = [...percents].filter(([id]) => !done.has(id)).map(([, percent]) => percent)
    const [row] = await ctx.db
      .update(jobs)
      .set({
        progressStep: Math.min(done.size + 1, recipe.steps.length),
        progressPercent: overallPercent(recipe.steps.length, done.size, running),
        progressLabel: label,
        seq: sql`${jobs.seq} + 1`,
      })
      .where(leasedBy(job))
      .returning({ seq: jobs.seq })
    if (row) await ctx.events.publish({ about: 'job', id: job.id, seq: row.seq })
  }

  function soon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      writing = write().catch((error: unknown) => ctx.log.warn({ err: error }, 'progress was lost'))
    }, WRITE_EVERY_MS)
  }

  return {
    count(rows) {
      done = new Set(rows.filter((row) => row.state === 'done').map((row) => row.stepId))
      const current = recipe.steps.find((step) => !done.has(step.id))
      if (current) label = LABELS[current.functionType] ?? 'Working'
      soon()
    },
    report(stepId, percent, said) {
      percents.set(stepId, percent)
      if (said) label = said
      soon()
    },
    async flush() {
      clearTimeout(timer)
      timer = undefined
      await writing
    },
  }
}
