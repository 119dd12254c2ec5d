import type { CallFrom } from './call-from.ts'
import { startHelper } from './helper-process.ts'
import type { HostileServer, Made } from './open-server.ts'

export interface Target {
  origin: string
  /** The client IP from which the flood comes. */
  client: string
  made: Made
  call: CallFrom
}

/** Prepares the requests, then sends them and answers a summary; leaves nothing open. */
export type Flood = (target: Target) => Promise<() => Promise<string>>

export interface Flooder {
  send(): Promise<string>
  end(): Promise<void>
}

/** A flood in its own process, which can be sent repeatedly. */
export async function prepareFlood(
  name: string,
  { origin, made }: Pick<HostileServer, 'origin' | 'made'>,
  client: string,
): Promise<Flooder> {
  const words = [name, origin, client, JSON.stringify(made)]
  const helper = startHelper(new URL('flood-process.ts', import.meta.url), words)
  await helper.ask('prepare')
  return { send: () => helper.ask('send'), end: () => helper.end() }
}
