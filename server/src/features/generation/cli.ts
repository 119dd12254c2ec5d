import { parseArgs } from 'node:util'
import { JOB_STATUSES } from '@vignette/contract/jobs.ts'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { desc, eq } from 'drizzle-orm'
import { type Command, CommandError, readLast } from '../../command.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { formatTable } from '../../platform/text-table.ts'
import { type JobRow, jobAttempts, jobSteps, jobs } from '../../schema/generation.ts'
import { abandonForOperator, wakeJob } from './operate-job.ts'

export const generationCommands: Command[] = [
  {
    name: 'jobs list',
    usage: 'jobs list [--status RUNNING] [--last 30]',
    summary: 'Prints the newest jobs',
    async run(ctx, args) {
      const { values } = parseArgs({
        args,
        options: { status: { type: 'string' }, last: { type: 'string', default: '30' } },
      })
      const status = JOB_STATUSES.find((one) => one === values.status?.toUpperCase())
      if (values.status !== undefined && !status) {
        throw new CommandError(`--status is one of ${JOB_STATUSES.join(', ')}.`)
      }
      const rows = await ctx.db
        .select()
        .from(jobs)
        .where(status && eq(jobs.status, status))
        .orderBy(desc(jobs.createdAt))
        .limit(readLast(values.last))
      return formatTable(
        ['job', 'status', 'attempt', 'percent', 'created', 'error'],
        rows.map((row) => [
          row.id,
          row.status,
          String(row.attempt),
          String(row.progressPercent),
          row.createdAt.toISOString(),
          row.errorCode ?? '',
        ]),
      )
    },
  },
  {
    name: 'jobs show',
    usage: 'jobs show ID',
    summary: 'Prints one job with its steps and attempts',
    async run(ctx, [id]) {
      const job = await getJob(ctx, id)
      const steps = await ctx.db.select().from(jobSteps).where(eq(jobSteps.jobId, job.id))
      const attempts = await ctx.db.select().from(jobAttempts).where(eq(jobAttempts.jobId, job.id))
      const { inputs: _secret, ...shown } = job
      return JSON.stringify({ ...shown, steps, attempts }, null, 2)
    },
  },
  {
    name: 'jobs retry',
    usage: 'jobs retry ID',
    summary: 'Wakes an unfinished job now',
    async run(ctx, [id]) {
      const job = await getJob(ctx, id)
      await inTransaction(ctx, (tx) => wakeJob(tx, job.id))
      return `Job ${job.id} was woken.`
    },
  },
  {
    name: 'jobs cancel',
    usage: 'jobs cancel ID',
    summary: 'Cancels an unfinished job; nothing is charged',
    async run(ctx, [id]) {
      const job = await getJob(ctx, id)
      await inTransaction(ctx, (tx) => abandonForOperator(tx, job.id))
      return `Job ${job.id} is cancelled.`
    },
  },
]

async function getJob(ctx: Ctx, id: string | undefined): Promise<JobRow> {
  if (!id || !UUID_PATTERN.test(id)) throw new CommandError('Give the id of a job.')
  const [row] = await ctx.db.select().from(jobs).where(eq(jobs.id, id))
  if (!row) throw new CommandError(`There is no job ${id}.`)
  return row
}
