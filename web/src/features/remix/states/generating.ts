import { assign } from 'xstate'
import { isAbort, readReason, tell } from '../../../lib/api-error.ts'
import * as change from '../machine-changes.ts'
import { remixSetup } from '../machine-setup.ts'
import { errorCode, errorStatus, GENERIC, isAnswerUnknown, readJobError } from '../read-error.ts'
import { REFUSED } from './refused.ts'

const ENDED = ['COMPLETED', 'FAILED', 'CANCELLED']

/** The run: request, stream and polls, outcome, delivery. */
export const generating = remixSetup.createStateConfig({
  initial: 'requesting',
  on: {
    // Leaving aborts the request; the inputs are back at once, and the server stops the run meanwhile.
    CANCEL: {
      target: '#remix.INPUT_COLLECTION.cancelling',
      actions: [
        { type: 'setNotice', params: 'The generation is being cancelled.' },
        { type: 'track', params: { event: 'generation_cancelled' } },
      ],
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
            drawing: context.drawing,
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
            actions: assign(({ context, event }) => {
              if (event.output.kind !== 'job') return {}
              // An answer without a time: the workflow's, 30 seconds by default.
              const seconds = event.output.generationSeconds ?? context.generationSeconds
              return {
                jobId: event.output.jobId,
                generationSeconds: seconds,
                firstPollMs: seconds * 1000,
              }
            }),
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
            actions: { type: 'setDoubt', params: ({ event }) => tell(event.error, GENERIC) },
          },
          {
            target: '#remix.ERROR',
            actions: [
              { type: 'setError', params: ({ event }) => tell(event.error, GENERIC) },
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
                guard: 'pollsAreUsedUp',
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
    ending: {
      always: [
        { guard: 'isCompleted', target: 'delivering', actions: 'takeResult' },
        { guard: 'isCancelled', target: '#remix.INPUT_COLLECTION.cancelled' },
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
