import { setTimeout as pause } from 'node:timers/promises'
import { nextFlooder } from './addresses.ts'
import { type Flooder, prepareFlood } from './flood.ts'
import type { HostileServer } from './open-server.ts'

/** Prepares a flood, waits until the server is idle, and always ends the flood's process. */
export async function play<T>(
  server: HostileServer,
  flood: string,
  work: (flooder: Flooder) => Promise<T>,
): Promise<T> {
  const flooder = await prepareFlood(flood, server, nextFlooder())
  try {
    await pause(500)
    return await work(flooder)
  } finally {
    await flooder.end()
  }
}
