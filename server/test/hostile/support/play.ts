import { setTimeout as pause } from 'node:timers/promises'
import { FLOODERS } from './addresses.ts'
import type { Bystander } from './bystander.ts'
import { type Flooder, prepareFlood } from './flood.ts'

/** Prepares a flood, waits until the server is idle, and always ends the flood's process. */
export async function play<T>(
  server: { origin: string; bystander: Bystander },
  flood: string,
  work: (flooder: Flooder) => Promise<T>,
  client: string = FLOODERS[0],
): Promise<T> {
  const flooder = await prepareFlood(flood, server.origin, client)
  try {
    await pause(500)
    return await work(flooder)
  } finally {
    await flooder.end()
  }
}
