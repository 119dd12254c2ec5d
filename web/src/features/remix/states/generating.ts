import { POLL_ATTEMPTS } from '@vignette/contract/limits.ts'
import { assign } from 'xstate'
import { isAbort, readReason } from '../../../lib/api-error.ts'
import * as change from '../machine-changes.ts'
import { remixSetup } from '../machine-setup.ts'
import { errorCode, errorStatus, GENERIC, isAnswerUnknown, readJobError } from '../read-error.ts'
import { REFUSED } from './refused.ts'

const ENDED = ['COMPLETED', 'FAILED', 'CANCELLED']

const UNCANCELLED = {
  target: '#remix.INPUT_COLLECTION',
  actions: 'takeUncancelled',
} as const

/** The run: request, stream and polls, outcome, delivery. */
export const generating = remixSetup.createStateConfig({
  initial: 'requesting',
  on: {
    CANCEL: {
      target: '.cancelling',
      actions: { type: 'track', params: { event: 'generation_cancelled' } },
    },
  },
  states: {
    requesting: {
      entry: [
        'clearRun',
        'ensureRunKey',
        { type: 'setNotice', params: null },
        { type: 'track', params: { event: 'generation_started' } },
      ],
      invoke: {
        src: 'createCreation',
        input: ({ context }) => ({
          ports: context.ports,
          request: {
            workflowId: context.workflowId,
            inputs: context.inputs ?? {},
            madeFrom: context.madeFrom,
            isPublic: context.isPublic,
            sessionId: context.sessionId,
            code: context.freeCode,
            idempotencyKey: context.runKey ?? context.ports.newKey(),
          },
        }),
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'creation',
            target: 'delivering',
            actions: assign(({ event }) =>
              event.output.kind === 'creation' ? { creation: event.output.creation } : {},
            ),
          },
          {
            target: 'following',
            actions: assign(({ event }) =>
              event.output.kind === 'job'
                ? {
                    jobId: event.output.jobId,
                    generationSeconds: event.output.generationSeconds,
                    firstPollMs: event.output.generationSeconds * 1000,
                  }
                : {},
            ),
          },
        ],
        onError: [
          { guard: ({ event }) => isAbort(event.error), target: '#remix.INPUT_COLLECTION' },
          {
            guard: ({ event }) =>
              errorStatus(event.error) === 402 || errorCode(event.error) === 'sign_in_required',
            target: '#remix.PAYWALL',
            actions: [
              assign(({ context, event }) => ({
                needsSignIn: errorCode(event.error) === 'sign_in_required',
                sessionId: null,
                freeCode: null,
                open: null,
                runKey: context.ports.newKey(),
                checkoutKey: context.ports.newKey(),
              })),
              {
                type: 'setNotice',
                params: ({ event }) =>
                  readReason(event.error, 'This recipe must be paid for first.'),
              },
            ],
          },
          REFUSED,
          {
            // Without an answer, the same key finds the run again; after an answer, the key would
            // repeat the failure.
            guard: ({ event }) => isAnswerUnknown(event.error),
            target: '#remix.ERROR',
            actions: { type: 'setDoubt', params: ({ event }) => readReason(event.error, GENERIC) },
          },
          {
            target: '#remix.ERROR',
            actions: [
              { type: 'setError', params: ({ event }) => readReason(event.error, GENERIC) },
              'renewRunKey',
            ],
          },
        ],
      },
    },
    following: {
      invoke: {
        src: 'streamJob',
        input: ({ context: { ports, jobId } }) => ({ ports, jobId: jobId ?? '' }),
      },
      on: {
        JOB: [
          {
            guard: ({ context, event }) =>
              change.isFresher(context, event.job) && ENDED.includes(event.job.status),
            target: 'ending',
            actions: assign(({ event }) => change.takeJob(event.job)),
          },
          {
            guard: ({ context, event }) => change.isFresher(context, event.job),
            actions: assign(({ event }) => change.takeJob(event.job)),
          },
        ],
        LEAVE_RUNNING: {
          guard: ({ context }) => context.isResumed,
          target: '#remix.INPUT_COLLECTION',
          actions: [
            assign(({ context }) => change.resetAll(context)),
            'forgetSaved',
            { type: 'track', params: { event: 'generation_left_running' } },
          ],
        },
      },
      initial: 'waiting',
      states: {
        waiting: { after: { firstPoll: 'polling' } },
        polling: {
          entry: assign({ polls: ({ context }) => context.polls + 1 }),
          invoke: {
            src: 'readJob',
            input: ({ context: { ports, jobId } }) => ({ ports, jobId: jobId ?? '' }),
            onDone: [
              {
                guard: ({ event }) => ENDED.includes(event.output.status),
                target: '#remix.GENERATING.ending',
                actions: assign(({ event }) => change.takeJob(event.output)),
              },
              {
                guard: 'pollsAreUsedUp',
                target: '#remix.ERROR',
                actions: { type: 'setDoubt', params: 'Generation timed out' },
              },
              {
                target: 'pausing',
                actions: assign(({ context, event }) =>
                  change.isFresher(context, event.output) ? change.takeJob(event.output) : {},
                ),
              },
            ],
            onError: [
              {
                guard: ({ context, event }) =>
                  context.polls >= POLL_ATTEMPTS || errorStatus(event.error) === 404,
                target: '#remix.ERROR',
                actions: { type: 'setDoubt', params: 'Failed to check job status' },
              },
              { target: 'pausing' },
            ],
          },
        },
        pausing: { after: { pollInterval: 'polling' } },
      },
    },
    /** Leaving the states above aborts the request; the server must still stop the run. */
    cancelling: {
      on: { CANCEL: {} },
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
            target: 'ending',
            actions: assign(({ event }) => (event.output ? change.takeJob(event.output) : {})),
          },
        ],
        onError: UNCANCELLED,
      },
      after: { cancelPatience: UNCANCELLED },
    },
    cancelled: {
      on: { CANCEL: {} },
      entry: 'forgetSaved',
      invoke: {
        src: 'findOpen',
        input: ({ context }) => ({
          ports: context.ports,
          workflowId: context.workflowId,
          isPriced: change.isPaidRun(context),
        }),
        onDone: {
          target: '#remix.INPUT_COLLECTION',
          actions: assign(({ context, event }) => change.takeCancelled(context, event.output)),
        },
      },
      after: {
        cancelPatience: {
          target: '#remix.INPUT_COLLECTION',
          actions: assign(({ context }) => change.takeCancelled(context, null)),
        },
      },
    },
    ending: {
      always: [
        { guard: 'isCompleted', target: 'delivering', actions: 'takeResult' },
        { guard: 'isCancelled', target: 'cancelled' },
        {
          target: '#remix.ERROR',
          actions: [
            {
              type: 'setError',
              params: ({ context }) => readJobError(context.job?.error),
            },
            'renewRunKey',
          ],
        },
      ],
    },
    delivering: {
      entry: ['forgetSaved', { type: 'track', params: { event: 'generation_completed' } }],
      always: [{ guard: 'hasCreationId', target: '#remix.OPENED' }, { target: '#remix.RESULT' }],
    },
  },
})
