import { createActor, SimulatedClock } from 'xstate'
import { remixMachine } from '../machine.ts'
import type { RemixEvent, RemixInput } from '../machine-context.ts'
import type { FakeWorld } from './fake-ports.ts'

/** Awaits every promise that can settle without a clock. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve()
}

export async function runMachine(world: FakeWorld, input: Partial<RemixInput> = {}) {
  const clock = new SimulatedClock()
  const actor = createActor(remixMachine, {
    clock,
    input: {
      ports: world.ports,
      workflowId: 'w1',
      fromCreationId: null,
      returned: null,
      ...input,
    },
  })
  actor.start()
  await settle()
  return {
    actor,
    context: () => actor.getSnapshot().context,
    /** The state's path, as `PAYWALL.ready`. */
    at: () => flatten(actor.getSnapshot().value),
    send: async (...events: RemixEvent[]) => {
      for (const event of events) {
        actor.send(event)
        await settle()
      }
    },
    pass: async (ms: number) => {
      clock.increment(ms)
      await settle()
    },
  }
}

/** The visitor's events from the first step to Complete. */
export function fillIn(text = 'a fox'): RemixEvent[] {
  return [
    { type: 'WIZARD', action: { type: 'typed', index: 0, text } },
    { type: 'WIZARD', action: { type: 'next' } },
    { type: 'SET_TERMS', accepts: true },
    { type: 'COMPLETE' },
  ]
}

function flatten(value: unknown): string {
  if (typeof value === 'string') return value
  const [entry] = Object.entries(value as Record<string, unknown>)
  return entry ? `${entry[0]}.${flatten(entry[1])}` : ''
}
