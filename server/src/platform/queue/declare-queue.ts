import type { PgBoss, QueueResult } from 'pg-boss'
import type { Task } from './define-task.ts'

export type DeclaredTask = Pick<
  Task,
  'name' | 'retryLimit' | 'cron' | 'exclusive' | 'expireInSeconds'
>

/** Whoever has a task and does not tell for so long that it is alive has lost it. */
export const HEARTBEAT_SECONDS = 10

/** Creates what is missing; what an earlier release created differently is brought up to date. */
export async function declareQueue(boss: PgBoss, task: DeclaredTask): Promise<void> {
  const policy = task.exclusive ? 'short' : 'standard'
  const wanted = {
    retryLimit: task.retryLimit,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: task.expireInSeconds ?? 900,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: 3600,
    notify: true,
  }
  const kept = await boss.getQueue(task.name)
  if (!kept) return boss.createQueue(task.name, { ...wanted, policy })
  if (differs(kept, wanted)) await boss.updateQueue(task.name, wanted)
  if (kept.policy !== policy) {
    // pg-boss refuses this, since tasks that wait keep the policy they were sent under; they run once more at most.
    await boss
      .getDb()
      .executeSql('update pgboss.queue set policy = $2 where name = $1', [task.name, policy])
  }
}

function differs<W extends Partial<QueueResult>>(kept: QueueResult, wanted: W): boolean {
  return (Object.keys(wanted) as (keyof W & keyof QueueResult)[]).some(
    (name) => kept[name] !== wanted[name],
  )
}
