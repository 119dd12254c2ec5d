import { assign } from 'xstate'
import { readReason } from '../../../lib/api-error.ts'
import * as change from '../machine-changes.ts'
import { remixSetup } from '../machine-setup.ts'
import { findInlineImages } from '../wizard/inputs.ts'
import { reduceWizard } from '../wizard/reducer.ts'

const keepDraft = [
  remixSetup.cancel('draft'),
  remixSetup.raise({ type: 'SAVE_DRAFT' }, { id: 'draft', delay: 'draft' }),
] as const

/** The wizard and its summary. */
export const inputCollection = remixSetup.createStateConfig({
  initial: 'editing',
  on: {
    RETURNED: {
      guard: ({ context, event }) =>
        event.returned.sessionId !== null &&
        !context.ports.wasReturnProcessed(event.returned.sessionId),
      target: 'RETURNING',
      actions: assign({ returned: ({ event }) => event.returned }),
    },
  },
  states: {
    editing: {
      exit: remixSetup.cancel('draft'),
      on: {
        WIZARD: {
          actions: [
            assign({ wizard: ({ context, event }) => reduceWizard(context.wizard, event.action) }),
            ...keepDraft,
          ],
        },
        SET_PUBLIC: {
          actions: [assign({ isPublic: ({ event }) => event.isPublic }), ...keepDraft],
        },
        SET_TERMS: { actions: assign({ acceptsTerms: ({ event }) => event.accepts }) },
        SAVE_DRAFT: { actions: 'saveDraft' },
        COMPLETE: { guard: 'canComplete', target: 'submitting' },
        RELEASE: { guard: 'holdsPayment', target: 'releasing' },
      },
    },
    releasing: {
      invoke: {
        src: 'releasePayment',
        input: ({ context: { ports, workflowId, open } }) => ({
          ports,
          workflowId,
          paymentId: open?.payment.id ?? '',
        }),
        onDone: [
          {
            guard: ({ event }) => event.output === null,
            target: '#remix.NOT_FOUND',
            actions: [
              assign(({ context }) => change.takeRelease(context, undefined)),
              { type: 'track', params: { event: 'payment_released' } },
            ],
          },
          {
            target: 'editing',
            actions: [
              assign(({ context, event }) =>
                change.takeRelease(context, event.output ?? undefined),
              ),
              { type: 'track', params: { event: 'payment_released' } },
            ],
          },
        ],
        onError: {
          target: 'editing',
          actions: {
            type: 'setNotice',
            params: ({ event }) =>
              readReason(event.error, 'The authorization could not be released.'),
          },
        },
      },
    },
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
