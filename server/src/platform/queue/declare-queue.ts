import type { PgBoss, QueueResult } from 'pg-boss'
import type { JobDefinition } from './queue.ts'

export type DeclaredJob = Pick<
  JobDefinition,
  'name' | 'retryLimit' | 'cron' | 'exclusive' | 'expireInSeconds'
>

/** Whoever has a task and does not tell for so long that it is alive has lost it. */
export const HEARTBEAT_SECONDS = 10

/** Creates what is missing; what an earlier release created differently is brought up to date. */
export async function declareQueue(boss: PgBoss, job: DeclaredJob): Promise<void> {
  const policy = job.exclusive ? 'short' : 'standard'
  const wanted = {
    retryLimit: job.retryLimit,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: job.expireInSeconds ?? 900,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: 3600,
    notify: true,
  }
  const kept = await boss.getQueue(job.name)
  if (!kept) return boss.createQueue(job.name, { ...wanted, policy })
  if (differs(kept, wanted)) await boss.updateQueue(job.name, wanted)
  if (kept.policy !== policy) {
    // pg-boss refuses this, since tasks that wait keep the policy they were sent under; they run once more at most.
    await boss
      .getDb()
      .executeSql('update pgboss.queue set policy = $2 where name = $1', [job.name, policy])
  }
}

function differs<W extends Partial<QueueResult>>(kept: QueueResult, wanted: W): boolean {
  return (Object.keys(wanted) as (keyof W & keyof QueueResult)[]).some(
    (name) => kept[name] !== wanted[name],
  )
}
