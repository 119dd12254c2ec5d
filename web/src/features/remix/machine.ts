import { assign } from 'xstate'
import * as change from './machine-changes.ts'
import { remixSetup } from './machine-setup.ts'
import { generating } from './states/generating.ts'
import { inputCollection } from './states/input-collection.ts'
import { loading } from './states/loading.ts'
import { paywall } from './states/paywall.ts'
import { returning } from './states/returning.ts'

/** The whole remix flow: the machine's state decides the screen. */
export const remixMachine = remixSetup.createMachine({
  id: 'remix',
  context: ({ input }) => change.startContext(input),
  initial: 'LOADING',
  states: {
    LOADING: loading,

    RETURNING: returning,

    INPUT_COLLECTION: inputCollection,

    PAYWALL: paywall,

    GENERATING: generating,

    ERROR: {
      entry: ['forgetEnded', { type: 'track', params: { event: 'generation_failed' } }],
      invoke: {
        src: 'findOpen',
        input: ({ context }) => ({
          ports: context.ports,
          workflowId: context.workflowId,
          isPriced: change.isPaidRun(context) && !context.isOutcomeUnknown,
        }),
        onDone: { actions: assign({ open: ({ event }) => event.output }) },
      },
      on: {
        RELEASE: { guard: 'holdsPayment', target: 'INPUT_COLLECTION.releasing' },
        TRY_AGAIN: {
          target: 'GENERATING',
          actions: { type: 'track', params: { event: 'generation_retried' } },
        },
        CHECK_AGAIN: {
          guard: 'hasJob',
          target: 'GENERATING.following',
          actions: [
            assign(() => change.lookAgain()),
            { type: 'track', params: { event: 'generation_checked_again' } },
          ],
        },
        GO_BACK: { target: 'INPUT_COLLECTION', actions: assign({ error: null }) },
      },
    },

    RESULT: {
      entry: 'announceReady',
      on: {
        CREATE_ANOTHER: {
          target: 'INPUT_COLLECTION',
          actions: [
            assign(({ context }) => change.resetAll(context)),
            { type: 'track', params: { event: 'create_another_clicked' } },
          ],
        },
      },
    },

    /** The browser goes to the creation's page. */
    OPENED: { entry: 'openCreation' },

    NOT_FOUND: {},

    LOAD_FAILED: { on: { RELOAD: { target: 'LOADING', actions: assign({ error: null }) } } },
  },
})
