import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { assign } from 'xstate'
import { readReason } from '../../../lib/api-error.ts'
import * as change from '../machine-changes.ts'
import type { RemixEvent } from '../machine-context.ts'
import { remixSetup } from '../machine-setup.ts'
import { describeSetupFailure } from '../payment/read-config.ts'
import { errorCode } from '../read-error.ts'
import { REFUSED } from './refused.ts'
import { releasing } from './releasing.ts'
import { RETURNED } from './returning.ts'

/** The price that the buyer was shown, and the code that led to it. */
function priceOf(workflow: WorkflowView | null, event: RemixEvent) {
  if (event.type === 'PAY' && event.quote) {
    return { code: event.quote.code, price: event.quote.price }
  }
  return { price: workflow ? (workflow.launch ?? workflow).price : undefined }
}

/** Leads from the order to the checkout, or to an unused authorisation. */
export const paywall = remixSetup.createStateConfig({
  initial: 'checking',
  on: {
    BACK: {
      target: 'INPUT_COLLECTION',
      actions: [
        { type: 'setNotice', params: null },
        assign({ needsSignIn: false }),
        { type: 'track', params: { event: 'paywall_left' } },
      ],
    },
    SET_EMAIL: { actions: [assign({ email: ({ event }) => event.email }), 'saveInputs'] },
    RETURNED,
  },
  states: {
    checking: {
      entry: ['saveInputs', { type: 'track', params: { event: 'paywall_viewed' } }],
      invoke: {
        src: 'preparePaywall',
        input: ({ context: { ports, workflowId } }) => ({ ports, workflowId }),
        onDone: [
          { guard: ({ event }) => event.output.workflow === null, target: '#remix.NOT_FOUND' },
          {
            guard: ({ context, event }) =>
              event.output.workflow?.price === 0 && context.notice !== null,
            target: 'failed',
            // A free recipe that answers 402 must not loop.
            actions: assign({
              error: ({ context }) => context.notice,
              errorMessage: null,
              notice: null,
            }),
          },
          {
            guard: ({ context, event }) =>
              event.output.workflow?.price === 0 && context.inputs !== null,
            target: '#remix.GENERATING',
            actions: assign(({ event }) => change.takePaywallFacts(event.output)),
          },
          {
            guard: ({ event }) => event.output.open !== null,
            target: 'authorised',
            actions: assign(({ event }) => change.takePaywallFacts(event.output)),
          },
          {
            target: 'ready',
            actions: assign(({ event }) => change.takePaywallFacts(event.output)),
          },
        ],
        onError: {
          target: 'failed',
          actions: {
            type: 'setError',
            params: ({ event }) => describeSetupFailure(event.error),
          },
        },
      },
      on: {
        PAY: {
          target: 'failed',
          actions: { type: 'setError', params: 'Payment system not ready' },
        },
      },
    },
    ready: {
      on: {
        PAY: {
          target: 'redirecting',
          actions: assign({ email: ({ event }) => event.email ?? '' }),
        },
        RUN_FREE: {
          guard: 'hasInputs',
          target: '#remix.GENERATING',
          // Without a checkout, no address has reached the server.
          actions: assign({ freeCode: ({ event }) => event.code, email: '' }),
        },
        TEST: { guard: 'hasInputs', target: '#remix.GENERATING' },
        SIGN_IN: { actions: ({ context }) => context.ports.signIn() },
      },
    },
    redirecting: {
      entry: ['saveInputs', { type: 'track', params: { event: 'checkout_started' } }],
      invoke: {
        src: 'createCheckout',
        input: ({ context, event }) => ({
          ports: context.ports,
          request: {
            email: event.type === 'PAY' ? event.email : undefined,
            ...(event.type === 'PAY' && event.waiver && { waiver: event.waiver }),
            workflowId: context.workflowId,
            inputs: context.inputs,
            madeFrom: context.madeFrom,
            drawing: context.drawing,
            isPublic: context.isPublic,
            ...priceOf(context.workflow, event),
            idempotencyKey: context.checkoutKey ?? context.ports.newKey(),
          },
        }),
        onDone: [
          {
            // The screen promised a proof: the buyer reads why there is none before paying.
            guard: ({ context, event }) =>
              Boolean(context.workflow?.proof && event.output.whyNoProof),
            target: 'ready',
            actions: assign(({ context, event }) =>
              change.takeNoProof(context, event.output.whyNoProof),
            ),
          },
          {
            target: 'away',
            actions: ({ context, event }) => context.ports.leaveTo(event.output.url),
          },
        ],
        onError: [
          REFUSED,
          {
            guard: ({ event }) => errorCode(event.error) === 'sign_in_required',
            target: 'ready',
            actions: [
              assign({ needsSignIn: true }),
              {
                type: 'setNotice',
                params: ({ event }) => readReason(event.error, 'Please sign in first.'),
              },
            ],
          },
          {
            // Another tab has paid meanwhile, so show the authorisation.
            guard: ({ event }) => errorCode(event.error) === 'payment_state',
            target: 'checking',
            actions: {
              type: 'setNotice',
              params: ({ event }) => readReason(event.error, 'Payment failed'),
            },
          },
          {
            target: 'failed',
            actions: [
              {
                type: 'setError',
                params: ({ event }) => ({
                  sentence: readReason(event.error, 'Payment failed'),
                  message: 'Payment failed',
                }),
              },
              { type: 'track', params: { event: 'checkout_failed' } },
            ],
          },
        ],
      },
    },
    /** The browser is leaving; the back-forward cache may restore the page. */
    away: {
      on: {
        PAGE_RESTORED: {
          target: 'checking',
          // A second checkout of the same remix needs a new key.
          actions: assign({ checkoutKey: ({ context }) => context.ports.newKey() }),
        },
      },
    },
    authorised: {
      on: {
        CONTINUE: [
          { guard: 'hasInputs', target: '#remix.GENERATING' },
          { target: '#remix.INPUT_COLLECTION' },
        ],
        RELEASE: 'releasing',
      },
    },
    releasing: releasing({ released: 'ready', kept: 'authorised' }),
    failed: {},
  },
})
