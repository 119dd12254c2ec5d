import type { CallFrom } from './call-from.ts'
import { startHelper } from './helper-process.ts'

export interface Target {
  origin: string
  /** The client IP from which the flood comes. */
  client: string
  call: CallFrom
}

/** Prepares the requests, then sends them and answers a summary; leaves nothing open. */
export type Flood = (target: Target) => Promise<() => Promise<string>>

export interface Flooder {
  send(): Promise<string>
  end(): Promise<void>
}

/** A flood in its own process, which can be sent repeatedly. */
export async function prepareFlood(name: string, origin: string, client: string): Promise<Flooder> {
  const helper = startHelper(new URL('flood-process.ts', import.meta.url), [name, origin, client])
  await helper.ask('prepare')
  return { send: () => helper.ask('send'), end: () => helper.end() }
}
