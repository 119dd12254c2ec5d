import { assign } from 'xstate'
import * as change from '../machine-changes.ts'
import { remixSetup } from '../machine-setup.ts'
import { findInlineImages } from '../wizard/inputs.ts'
import { reduceWizard } from '../wizard/reducer.ts'
import { releasing } from './releasing.ts'
import { RETURNED } from './returning.ts'

const UNCANCELLED = { target: 'editing', actions: 'takeUncancelled' } as const

const editing = remixSetup.createStateConfig({
  on: {
    WIZARD: {
      actions: [
        assign({ wizard: ({ context, event }) => reduceWizard(context.wizard, event.action) }),
        'saveDraft',
      ],
    },
    SET_PUBLIC: {
      actions: [assign({ isPublic: ({ event }) => event.isPublic }), 'saveDraft'],
    },
    SET_TERMS: {
      actions: [assign({ acceptsTerms: ({ event }) => event.accepts }), 'keepTerms'],
    },
    COMPLETE: { guard: 'canComplete', target: 'submitting' },
    RELEASE: { guard: 'holdsPayment', target: 'releasing' },
  },
})

/** The wizard and its summary. */
export const inputCollection = remixSetup.createStateConfig({
  initial: 'editing',
  on: {
    RETURNED,
  },
  states: {
    editing,
    /** Editing as ever, while the server stops the run that was cancelled. */
    cancelling: {
      ...editing,
      invoke: {
        src: 'cancelRun',
        input: ({ context: { ports, workflowId, jobId, inputs } }) => ({
          ports,
          run: { workflowId, jobId, inputs: inputs ?? {} },
        }),
        onDone: [
          { guard: ({ event }) => event.output === null, target: 'cancelled' },
          {
            // A job that ended before the cancel is handled by its outcome.
            target: '#remix.GENERATING.ending',
            actions: [
              { type: 'setNotice', params: null },
              assign(({ event }) => (event.output ? change.takeJob(event.output) : {})),
            ],
          },
        ],
        onError: UNCANCELLED,
      },
      after: { cancelPatience: UNCANCELLED },
    },
    cancelled: {
      ...editing,
      entry: 'forgetSaved',
      invoke: {
        src: 'findOpen',
        input: ({ context }) => ({
          ports: context.ports,
          workflowId: context.workflowId,
          isPriced: change.isPaidRun(context),
        }),
        onDone: {
          target: 'editing',
          actions: assign(({ context, event }) => change.takeCancelled(context, event.output)),
        },
      },
      after: {
        cancelPatience: {
          target: 'editing',
          actions: assign(({ context }) => change.takeCancelled(context, null)),
        },
      },
    },
    /** A variation: at once where the terms are accepted and nothing is missing, else from its review. */
    repeating: {
      entry: ({ context }) => context.ports.stripSource(),
      always: [{ guard: 'canComplete', target: 'submitting' }, { target: 'editing' }],
    },
    releasing: releasing({ released: 'editing', kept: 'editing' }),
    submitting: {
      invoke: {
        src: 'uploadInline',
        input: ({ context: { ports, wizard } }) => ({
          ports,
          images: findInlineImages(wizard),
        }),
        onDone: {
          target: 'submitted',
          actions: assign(({ context, event }) => change.takeInputs(context, event.output)),
        },
        onError: {
          target: 'submitted',
          actions: assign(({ context }) => change.takeInputs(context, [])),
        },
      },
    },
    submitted: {
      entry: { type: 'track', params: { event: 'remix_inputs_completed' } },
      always: [{ guard: 'isFree', target: '#remix.GENERATING' }, { target: '#remix.PAYWALL' }],
    },
  },
})
