import type { CallFrom } from './call-from.ts'
import { startHelper } from './helper-process.ts'

export interface Target {
  origin: string
  call: CallFrom
}

/** Makes ready what is sent, then sends it and says what came of it; nothing it opened is left. */
export type Flood = (target: Target) => Promise<() => Promise<string>>

export interface Flooder {
  send(): Promise<string>
  end(): Promise<void>
}

/** A flood in a process of its own, ready to be sent as often as asked. */
export async function prepareFlood(name: string, origin: string): Promise<Flooder> {
  const helper = startHelper(new URL('flood-process.ts', import.meta.url), [name, origin])
  await helper.ask('prepare')
  return { send: () => helper.ask('send'), end: () => helper.end() }
}
