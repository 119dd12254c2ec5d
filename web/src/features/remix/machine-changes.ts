import { expectedTime, generationSeconds } from '@vignette/contract/generation-time.ts'
import type { JobView } from '@vignette/contract/jobs.ts'
import { POLL_INTERVAL_MS } from '@vignette/contract/limits.ts'
import { UNUSED_AUTHORISATION_HOURS } from '@vignette/contract/money-limits.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { Told } from '../../lib/api-error.ts'
import type { LookBack, PaywallFacts } from './machine-actors.ts'
import type { RemixContext, RemixInput } from './machine-context.ts'
import type { OpenPayment, RunFound, SessionInfo } from './ports/remix-ports.ts'
import { findRefusals } from './read-error.ts'
import { collectInputs } from './wizard/inputs.ts'
import { reduceWizard, startWizard } from './wizard/reducer.ts'
import { type FileValue, toWizardStep } from './wizard/step.ts'

type Change = Partial<RemixContext>

export function startContext(input: RemixInput): RemixContext {
  return {
    ...input,
    drawing: input.givenDrawing ?? input.ports.newKey(),
    madeFrom: null,
    workflow: null,
    wizard: startWizard([]),
    isPublic: false,
    email: input.ports.readSaved(input.workflowId)?.email ?? '',
    acceptsTerms: input.ports.readTerms(input.workflowId),
    inputs: null,
    config: null,
    open: null,
    sessionId: null,
    freeCode: null,
    runKey: null,
    checkoutKey: null,
    job: null,
    jobId: null,
    early: null,
    generationSeconds: generationSeconds(null),
    firstPollMs: 0,
    startedAt: 0,
    polls: 0,
    isResumed: false,
    creation: null,
    error: null,
    errorMessage: null,
    isOutcomeUnknown: false,
    notice: null,
    needsSignIn: false,
  }
}

export function takeWorkflow(workflow: WorkflowView): Change {
  return {
    workflow,
    wizard: startWizard(workflow.inputs.map(toWizardStep)),
    generationSeconds: generationSeconds(expectedTime(workflow)),
  }
}

/** Puts an earlier visit's inputs back into the wizard, at the summary if none is missing. */
function restoreInputs(
  context: RemixContext,
  inputs: Record<string, unknown>,
  isPublic: boolean,
): Change {
  const restored = reduceWizard(context.wizard, { type: 'restore', inputs })
  return { wizard: reduceWizard(restored, { type: 'resume' }), isPublic }
}

export function restoreSaved(context: RemixContext): Change {
  const saved = context.ports.readSaved(context.workflowId)
  if (!saved) return {}
  const { inputs, isPublic, madeFrom } = saved
  const drawing = saved.drawing ?? context.drawing
  const restored = restoreInputs(context, inputs, isPublic)
  const place = context.ports.readPlace(context.workflowId)
  const wizard = restored.wizard ?? context.wizard
  return {
    ...restored,
    wizard: place ? reduceWizard(wizard, { type: 'revisit', place }) : wizard,
    inputs,
    madeFrom,
    drawing,
  }
}

/**
 * Inputs after a paid return: from memory, else from the payment, else from this browser's storage.
 */
export function takeSession(context: RemixContext, session: SessionInfo): Change {
  const { ports, workflowId, returned } = context
  const saved = ports.readSaved(workflowId)
  const kept = context.inputs ? context : session.inputs ? session : saved
  const { inputs = null, madeFrom = null } = kept ?? {}
  const drawing = kept?.drawing ?? saved?.drawing ?? context.drawing
  const isPublic = kept?.isPublic ?? saved?.isPublic ?? false
  const sessionId = returned?.sessionId ?? null
  const paid = { sessionId, returned: null, inputs, madeFrom, drawing }
  return inputs && !context.inputs ? { ...paid, ...restoreInputs(context, inputs, isPublic) } : paid
}

export function takeFoundRun(context: RemixContext, run: RunFound): Change {
  return {
    ...restoreInputs(context, run.inputs, context.isPublic),
    ...takeJob(run.job),
    inputs: run.inputs,
    generationSeconds: run.job.generation_time,
    firstPollMs: POLL_INTERVAL_MS,
    startedAt: Date.parse(run.job.created_at) || context.ports.now(),
    isResumed: true,
  }
}

/** An unused authorisation; its inputs are the inputs that were paid for. */
export function takeOpenPayment(context: RemixContext, found: LookBack): Change {
  const { open } = found
  if (!open) return {}
  const held = { open, sessionId: open.sessionId }
  if (!open.inputs) return { ...restoreSaved(context), ...held }
  const { inputs, isPublic, madeFrom } = open
  const drawing = open.drawing ?? context.drawing
  return { ...held, ...restoreInputs(context, inputs, isPublic), inputs, madeFrom, drawing }
}

export function takePrefill(context: RemixContext, found: LookBack): Change {
  const { source, open } = found
  const held = open ? { open, sessionId: open.sessionId } : {}
  if (!source) return { ...held, ...restoreSaved(context), inputs: null }
  const filled = reduceWizard(context.wizard, { type: 'restore', inputs: source })
  const reviewed = reduceWizard(filled, { type: 'resume' })
  // With every answer given there is nothing to ask.
  const wizard = context.isAgain || reviewed.showsSummary ? reviewed : filled
  return { ...held, wizard, inputs: null, madeFrom: context.fromCreationId }
}

/** The current price and availability; the wizard keeps its values. */
export function takePaywallFacts(facts: PaywallFacts): Change {
  const { workflow, config, open } = facts
  return { workflow, config, open, sessionId: open?.sessionId ?? null }
}

/** This sale is charged on delivery; the checkout that said so is left to end unpaid. */
export function takeNoProof({ workflow, ports }: RemixContext, why: string | null): Change {
  return {
    workflow: workflow && { ...workflow, proof: null },
    checkoutKey: ports.newKey(),
    notice: why,
  }
}

/** A completed wizard starts a new remix with new keys. */
export function takeInputs(
  context: RemixContext,
  uploads: { index: number; file: FileValue }[],
): Change {
  const wizard = uploads.reduce(
    (state, { index, file }) => reduceWizard(state, { type: 'chosen', index, value: file }),
    context.wizard,
  )
  const { ports } = context
  const inputs = collectInputs(wizard)
  const [runKey, checkoutKey] = [ports.newKey(), ports.newKey()]
  return { wizard, inputs, runKey, checkoutKey, freeCode: null, notice: null }
}

export function takeJob(job: JobView): Change {
  return { job, jobId: job.job_id, ...(job.early && { early: job.early.url }) }
}

export function isFresher(context: RemixContext, job: JobView): boolean {
  return job.job_id === context.jobId && job.seq >= (context.job?.seq ?? -1)
}

export function clearRun(): Change {
  return {
    job: null,
    jobId: null,
    early: null,
    polls: 0,
    isResumed: false,
    creation: null,
    error: null,
    errorMessage: null,
    isOutcomeUnknown: false,
  }
}

/** A text of the specification's alone, or a sentence with the specified message beside it. */
export function takeFailure(told: string | Told, isOutcomeUnknown: boolean): Change {
  const { sentence, message } = typeof told === 'string' ? { sentence: told, message: null } : told
  return { error: sentence, errorMessage: message, isOutcomeUnknown }
}

/** Polls a job at once whose outcome is unknown. */
export function lookAgain(): Change {
  return { error: null, errorMessage: null, isOutcomeUnknown: false, polls: 0, firstPollMs: 0 }
}

export function isPaidRun({ workflow, sessionId, freeCode }: RemixContext): boolean {
  if (freeCode) return false
  return ((workflow?.price ?? 0) > 0 && !workflow?.is_owner) || sessionId !== null
}

/** The server may or may not have received the cancel. */
export function takeUncancelled(context: RemixContext): Change {
  const charge = isPaidRun(context) ? ' You are charged only if it is delivered.' : ''
  const notice = `The generation could not be cancelled and may still be running.${charge} Reload this page to look at it.`
  return { ...clearRun(), notice }
}

/** Cancelled: the run's authorisation still exists. */
export function takeCancelled(context: RemixContext, open: OpenPayment | null): Change {
  const held =
    isPaidRun(context) && !open
      ? ` What you authorised is kept for another try, and released after ${UNUSED_AUTHORISATION_HOURS} unused hours.`
      : ''
  return {
    ...clearRun(),
    open,
    sessionId: open?.sessionId ?? null,
    notice: `The generation was cancelled. Nothing was charged.${held}`,
  }
}

/** An input was refused: return to its step, with the reason under the field. */
export function takeRefusal(context: RemixContext, error: unknown): Change {
  const faults = findRefusals(context.wizard.steps, error)
  return { wizard: reduceWizard(context.wizard, { type: 'refused', faults }), notice: null }
}

/** The authorisation is released; takes the recipe as the server now shows the recipe. */
export function takeRelease(context: RemixContext, workflow: WorkflowView | undefined): Change {
  return {
    open: null,
    sessionId: null,
    checkoutKey: context.ports.newKey(),
    notice: 'The authorisation was released. Nothing was charged.',
    ...(workflow ? { workflow } : {}),
  }
}

export function resetAll(context: RemixContext): Change {
  return {
    ...clearRun(),
    wizard: startWizard(context.wizard.steps),
    isPublic: false,
    email: '',
    madeFrom: null,
    drawing: context.ports.newKey(),
    acceptsTerms: false,
    inputs: null,
    open: null,
    sessionId: null,
    freeCode: null,
    runKey: null,
    checkoutKey: null,
    notice: null,
  }
}
