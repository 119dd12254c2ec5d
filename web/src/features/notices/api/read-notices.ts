import { call } from '../../../lib/client.ts'

/** Marks a notice and all earlier ones as read. */
export async function readNotices(until: string): Promise<void> {
  await call('readNotices', { body: { until } })
}
