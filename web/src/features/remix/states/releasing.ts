import { assign } from 'xstate'
import { readReason } from '../../../lib/api-error.ts'
import * as change from '../machine-changes.ts'
import { remixSetup } from '../machine-setup.ts'

/** Releases an unused authorisation; the flow then continues in the given sibling state. */
export function releasing(next: { released: string; kept: string }) {
  return remixSetup.createStateConfig({
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
          target: next.released,
          actions: [
            assign(({ context, event }) => change.takeRelease(context, event.output ?? undefined)),
            { type: 'track', params: { event: 'payment_released' } },
          ],
        },
      ],
      onError: {
        target: next.kept,
        actions: {
          type: 'setNotice',
          params: ({ event }) =>
            readReason(event.error, 'The authorisation could not be released.'),
        },
      },
    },
  })
}
