import { assign } from 'xstate'
import * as change from '../machine-changes.ts'
import { remixSetup } from '../machine-setup.ts'
import { findInlineImages } from '../wizard/inputs.ts'
import { reduceWizard } from '../wizard/reducer.ts'
import { releasing } from './releasing.ts'
import { RETURNED } from './returning.ts'

/** The wizard and its summary. */
export const inputCollection = remixSetup.createStateConfig({
  initial: 'editing',
  on: {
    RETURNED,
  },
  states: {
    editing: {
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
