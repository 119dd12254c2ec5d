import { POLL_ATTEMPTS, POLL_INTERVAL_MS } from '@vignette/contract/limits.ts'
import type { RemixInput } from '../machine-context.ts'
import type { RemixPorts } from '../ports/remix-ports.ts'
import { makeOpen, makeWorkflow, makeWorld } from './fake-ports.ts'
import { fillIn, runMachine } from './run-machine.ts'

export const priced = { loadWorkflow: async () => makeWorkflow({ price: 300 }) }
export const saved = { inputs: { subject: 'saved fox' }, isPublic: true, madeFrom: 'c8' }
export const back = { returned: { sessionId: 's1', canceled: false } }
export const never = () => new Promise<never>(() => undefined)

export function fail(
  status: number | null,
  message: string,
  more: { code?: string; name?: string } = {},
) {
  return async () => {
    throw Object.assign(new Error(message), { status, ...more })
  }
}

/** All polls that follow the first, as long as the run is looked for. */
export async function passPolls({ pass }: { pass: (ms: number) => Promise<void> }) {
  for (let poll = 1; poll < POLL_ATTEMPTS; poll++) await pass(POLL_INTERVAL_MS)
}

export async function start(
  ports: Partial<RemixPorts> = {},
  input: Partial<RemixInput> = {},
  keep = false,
) {
  const world = makeWorld(ports)
  if (keep) world.saved.set('w1', saved)
  return { world, ...(await runMachine(world, input)) }
}

/** Up to the state after Complete. */
export async function startFilled(ports: Partial<RemixPorts> = {}) {
  const flow = await start(ports)
  await flow.send(...fillIn())
  return flow
}

/** A run paid by an authorisation. */
export async function startPaid(ports: Partial<RemixPorts> = {}) {
  const flow = await start({ ...priced, findOpenPayment: async () => makeOpen(), ...ports })
  await flow.send({ type: 'CONTINUE' })
  return flow
}
