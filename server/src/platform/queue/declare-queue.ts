import type { PgBoss, QueueResult } from 'pg-boss'
import type { Task } from './define-task.ts'

export type DeclaredTask = Pick<
  Task,
  'name' | 'retryLimit' | 'cron' | 'exclusive' | 'expireInSeconds'
>

/** A worker without a heartbeat for this long loses its task. */
const HEARTBEAT_SECONDS = 10

/** Creates a missing queue, and brings the settings of an earlier release's queue up to date. */
export async function declareQueue(
  boss: PgBoss,
  task: DeclaredTask,
  kept: QueueResult | undefined,
): Promise<void> {
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
  if (!kept) return boss.createQueue(task.name, { ...wanted, policy })
  if (differs(kept, wanted)) await boss.updateQueue(task.name, wanted)
}

function differs<W extends Partial<QueueResult>>(kept: QueueResult, wanted: W): boolean {
  return (Object.keys(wanted) as (keyof W & keyof QueueResult)[]).some(
    (name) => kept[name] !== wanted[name],
  )
}
