import { assign } from 'xstate'
import * as change from '../machine-changes.ts'
import type { PaymentReturn } from '../machine-context.ts'
import { remixSetup } from '../machine-setup.ts'

const readReturn = ({ event }: { event: { returned: PaymentReturn } }) => event.returned

/** The page returned from the checkout while one of its screens was open. */
export const RETURNED = {
  guard: { type: 'isNewReturn', params: readReturn },
  target: 'RETURNING',
  actions: { type: 'takeReturn', params: readReturn },
} as const

/** The authorisation was released before any run: the server gives the reason. */
const RELEASED = ['release_requested', 'released']

/** A checkout return, processed once. */
export const returning = remixSetup.createStateConfig({
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        src: 'readSession',
        input: ({ context: { ports, returned } }) => ({
          ports,
          sessionId: returned?.sessionId ?? '',
        }),
        onDone: [
          {
            guard: ({ context, event }) => event.output.workflowId !== context.workflowId,
            target: '#remix.INPUT_COLLECTION',
            actions: [
              { type: 'warn', params: { message: 'The payment belongs to another workflow' } },
              'restoreSaved',
            ],
          },
          {
            guard: ({ event }) => RELEASED.includes(event.output.payment?.state ?? ''),
            target: '#remix.INPUT_COLLECTION',
            actions: [
              'restoreSaved',
              { type: 'setNotice', params: ({ event }) => event.output.payment?.next ?? null },
            ],
          },
          {
            guard: ({ event }) => !event.output.paid,
            target: '#remix.INPUT_COLLECTION',
            actions: [
              { type: 'warn', params: { message: 'Payment not completed' } },
              'restoreSaved',
            ],
          },
          {
            guard: ({ event }) => event.output.jobId !== null,
            target: '#remix.GENERATING.following',
            actions: assign(({ context, event }) => ({
              ...change.takeSession(context, event.output),
              jobId: event.output.jobId,
              startedAt: context.ports.now(),
              // The run has already started, so poll at once.
              firstPollMs: 0,
              isResumed: true,
            })),
          },
          {
            guard: ({ context }) => context.inputs !== null,
            target: '#remix.GENERATING',
            actions: assign(({ context, event }) => change.takeSession(context, event.output)),
          },
          {
            guard: ({ context, event }) =>
              context.ports.readSaved(context.workflowId) !== null || event.output.inputs !== null,
            target: 'restoring',
            actions: assign(({ context, event }) => change.takeSession(context, event.output)),
          },
          {
            target: '#remix.INPUT_COLLECTION',
            actions: assign(({ context, event }) => change.takeSession(context, event.output)),
          },
        ],
        onError: {
          target: '#remix.LOADING.lookingBack',
          actions: {
            type: 'warn',
            params: ({ event }) => ({
              message: 'The payment session could not be read',
              error: event.error,
            }),
          },
        },
      },
      exit: [
        ({ context: { ports, returned } }) => {
          if (returned?.sessionId) ports.markReturnProcessed(returned.sessionId)
        },
        'stripReturn',
        { type: 'track', params: { event: 'checkout_returned' } },
      ],
    },
    restoring: { after: { restoring: '#remix.GENERATING' } },
  },
})
