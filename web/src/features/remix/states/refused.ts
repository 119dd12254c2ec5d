import type { ErrorActorEvent } from 'xstate'

const readError = ({ event }: { event: ErrorActorEvent }) => event.error

/** A refused input is asked for again at its step. */
export const REFUSED = {
  guard: { type: 'refusesInputs', params: readError },
  target: '#remix.INPUT_COLLECTION',
  actions: [
    { type: 'takeRefusal', params: readError },
    { type: 'track', params: { event: 'remix_inputs_refused' } },
  ],
} as const
