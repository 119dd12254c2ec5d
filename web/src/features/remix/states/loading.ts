import { assign } from 'xstate'
import { tell } from '../../../lib/api-error.ts'
import * as change from '../machine-changes.ts'
import { remixSetup } from '../machine-setup.ts'

/** Loads the recipe, then looks for the remains of an earlier visit. */
export const loading = remixSetup.createStateConfig({
  initial: 'workflow',
  states: {
    workflow: {
      invoke: {
        src: 'loadWorkflow',
        input: ({ context: { ports, workflowId } }) => ({ ports, workflowId }),
        onDone: [
          { guard: ({ event }) => event.output === null, target: '#remix.NOT_FOUND' },
          {
            target: 'loaded',
            actions: assign(({ event }) => (event.output ? change.takeWorkflow(event.output) : {})),
          },
        ],
        onError: {
          target: '#remix.LOAD_FAILED',
          actions: {
            type: 'setError',
            params: ({ event }) => tell(event.error, 'This recipe could not be loaded'),
          },
        },
      },
    },
    loaded: {
      always: [
        { guard: ({ context }) => context.returned?.canceled === true, target: 'canceled' },
        {
          guard: { type: 'isNewReturn', params: ({ context }) => context.returned },
          target: '#remix.RETURNING',
        },
        {
          guard: ({ context }) => context.returned !== null,
          target: 'lookingBack',
          actions: ['stripReturn', 'dropReturn'],
        },
        { target: 'lookingBack' },
      ],
    },
    canceled: {
      entry: [
        'restoreSaved',
        'stripReturn',
        'dropReturn',
        { type: 'setNotice', params: 'You left the checkout. Nothing was charged.' },
        { type: 'track', params: { event: 'checkout_canceled' } },
      ],
      always: [
        { guard: 'isFree', target: '#remix.INPUT_COLLECTION' },
        { target: '#remix.PAYWALL' },
      ],
    },
    lookingBack: {
      invoke: {
        src: 'lookBack',
        input: ({ context }) => ({
          ports: context.ports,
          workflowId: context.workflowId,
          fromCreationId: context.fromCreationId,
          given: context.given ?? null,
          isPriced: (context.workflow?.price ?? 0) > 0,
        }),
        onDone: [
          {
            guard: ({ event }) => event.output.run !== null,
            target: '#remix.GENERATING.following',
            actions: [
              assign(({ context, event }) =>
                event.output.run ? change.takeFoundRun(context, event.output.run) : {},
              ),
              { type: 'track', params: { event: 'generation_found_again' } },
            ],
          },
          {
            guard: ({ context, event }) =>
              event.output.open !== null && !context.fromCreationId && !context.given,
            target: '#remix.PAYWALL',
            actions: assign(({ context, event }) => change.takeOpenPayment(context, event.output)),
          },
          {
            guard: ({ context, event }) => context.isAgain === true && event.output.source !== null,
            target: '#remix.INPUT_COLLECTION.repeating',
            actions: assign(({ context, event }) => change.takePrefill(context, event.output)),
          },
          {
            target: '#remix.INPUT_COLLECTION',
            actions: assign(({ context, event }) => change.takePrefill(context, event.output)),
          },
        ],
        onError: { target: '#remix.INPUT_COLLECTION', actions: 'restoreSaved' },
      },
    },
  },
})
