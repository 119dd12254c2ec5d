import type { CreationView } from '@vignette/contract/creations.ts'
import type { EventName } from '@vignette/contract/event-names.ts'
import { POLL_ATTEMPTS, POLL_INTERVAL_MS } from '@vignette/contract/limits.ts'
import { assign, setup } from 'xstate'
import type { Told } from '../../lib/api-error.ts'
import { remixActors } from './machine-actors.ts'
import * as change from './machine-changes.ts'
import type { PaymentReturn, RemixContext, RemixEvent, RemixInput } from './machine-context.ts'
import { findRefusals } from './read-error.ts'
import { collectDraft } from './wizard/inputs.ts'
import { isComplete, placeOf } from './wizard/reducer.ts'

const RESTORE_DELAY_MS = 100
/** The longest time that a cancel without an answer is waited for, behind the inputs. */
const CANCEL_PATIENCE_MS = 5_000

export const remixSetup = setup({
  types: {
    context: {} as RemixContext,
    events: {} as RemixEvent,
    input: {} as RemixInput,
  },
  actors: remixActors,
  delays: {
    restoring: RESTORE_DELAY_MS,
    firstPoll: ({ context }) => context.firstPollMs,
    pollInterval: POLL_INTERVAL_MS,
    cancelPatience: CANCEL_PATIENCE_MS,
  },
  guards: {
    isFree: ({ context }) => context.workflow?.price === 0,
    holdsPayment: ({ context }) => context.open !== null,
    hasJob: ({ context }) => context.jobId !== null,
    hasInputs: ({ context }) => context.inputs !== null,
    canComplete: ({ context }) =>
      context.acceptsTerms &&
      context.wizard.showsSummary &&
      isComplete(context.wizard) &&
      !context.workflow?.unavailable,
    isNewReturn: ({ context: { ports } }, returned: PaymentReturn | null) =>
      Boolean(returned?.sessionId) && !ports.wasReturnProcessed(returned?.sessionId ?? ''),
    pollsAreUsedUp: ({ context }) => context.polls >= POLL_ATTEMPTS,
    refusesInputs: ({ context }, error: unknown) =>
      findRefusals(context.wizard.steps, error).length > 0,
    isCompleted: ({ context }) => context.job?.status === 'COMPLETED',
    isCancelled: ({ context }) => context.job?.status === 'CANCELLED',
    hasCreationId: ({ context }) => typeof context.creation?.id === 'string',
  },
  actions: {
    track: ({ context }, params: { event: EventName; because?: string }) =>
      context.ports.track(params.event, {
        workflow_id: context.workflowId,
        ...(params.because ? { because: params.because } : {}),
      }),
    warn: ({ context }, params: { message: string; error?: unknown }) =>
      context.ports.logWarning(params.message, params.error),
    setError: assign((_, told: string | Told) => change.takeFailure(told, false)),
    setDoubt: assign((_, told: string | Told) => change.takeFailure(told, true)),
    setNotice: assign({ notice: (_, message: string | null) => message }),
    saveInputs: ({ context }) => {
      const { ports, workflowId, inputs, isPublic, madeFrom, drawing, email } = context
      if (inputs) ports.save(workflowId, { inputs, isPublic, madeFrom, drawing, email })
    },
    saveDraft: ({ context }) => {
      const { ports, workflowId, wizard, isPublic, madeFrom, drawing, email } = context
      const { fromCreationId, given } = context
      const inputs = collectDraft(wizard)
      // A reload must find the changed inputs, not those of the source creation or the address.
      if (fromCreationId || given) ports.stripSource()
      if (Object.keys(inputs).length === 0) return ports.forget(workflowId)
      ports.save(workflowId, { inputs, isPublic, madeFrom, drawing, email })
      ports.keepPlace(workflowId, placeOf(wizard))
    },
    keepTerms: ({ context: { ports, workflowId, acceptsTerms } }) =>
      ports.keepTerms(workflowId, acceptsTerms),
    forgetSaved: ({ context }) => context.ports.forget(context.workflowId),
    /** A run with an unknown outcome has not ended. */
    forgetEnded: ({ context }) => {
      if (!context.isOutcomeUnknown) context.ports.forget(context.workflowId)
    },
    restoreSaved: assign(({ context }) => change.restoreSaved(context)),
    stripReturn: ({ context }) => context.ports.stripReturnParams(),
    takeReturn: assign({ returned: (_, returned: PaymentReturn) => returned }),
    dropReturn: assign({ returned: null }),
    clearRun: assign(() => change.clearRun()),
    renewRunKey: assign({ runKey: ({ context }) => context.ports.newKey() }),
    takeRefusal: assign(({ context }, error: unknown) => change.takeRefusal(context, error)),
    takeUncancelled: assign(({ context }) => change.takeUncancelled(context)),
    ensureRunKey: assign({
      runKey: ({ context }) => context.runKey ?? context.ports.newKey(),
      startedAt: ({ context }) => context.ports.now(),
    }),
    openCreation: ({ context }) => {
      const { ports, workflow, creation, early } = context
      ports.announceReady(workflow?.name ?? '')
      if (!creation?.id) return
      ports.openCreation({ ...creation, id: creation.id }, early ?? workflow?.sample?.placeholder)
    },
    announceReady: ({ context }) => context.ports.announceReady(context.workflow?.name ?? ''),
    takeResult: assign({
      creation: ({ context }) => (context.job?.result ?? {}) as Partial<CreationView>,
    }),
  },
})
