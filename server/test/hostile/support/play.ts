import { setTimeout as pause } from 'node:timers/promises'
import type { Bystander } from './bystander.ts'
import { type Flooder, prepareFlood } from './flood.ts'

/** Prepares a flood, waits until the server is idle, and always ends the flood's process. */
export async function play<T>(
  server: { origin: string; bystander: Bystander },
  flood: string,
  work: (flooder: Flooder) => Promise<T>,
): Promise<T> {
  const flooder = await prepareFlood(flood, server.origin)
  try {
    await pause(500)
    return await work(flooder)
  } finally {
    await flooder.end()
  }
}
