import { keepPreviousData } from '@tanstack/react-query'
import type { UserInputs } from '@vignette/contract/creations.ts'
import type { JobView } from '@vignette/contract/jobs.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { apiQuery } from '../../lib/api.ts'
import { isMissing } from '../../lib/api-error.ts'
import { buildUrl, call } from '../../lib/client.ts'
import { logFault } from '../../lib/log.ts'
import { saveFile } from '../../lib/save-file.ts'
import { termsVersion } from '../../lib/shop.ts'
import { faceOf } from './face-answers.ts'
import type {
  Checkout,
  CheckoutRequest,
  OpenPayment,
  PaymentConfig,
  RunAnswer,
  RunRequest,
  SessionInfo,
} from './ports/remix-ports.ts'
import { buildReturnUrls } from './ports/return-params.ts'
import { errorCode } from './read-error.ts'

// Inputs

export async function findWorkflow(id: string, signal: AbortSignal): Promise<WorkflowView | null> {
  try {
    return await call('getWorkflow', { params: { id }, signal })
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export async function getCreationInputs(
  id: string,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  return (await call('getCreation', { params: { id }, signal })).user_inputs
}

/** A text is read once; the answer before stays while another is awaited, so nothing flickers. */
export const wordsQuery = (id: string, user_inputs: UserInputs) =>
  apiQuery(
    'readWords',
    { params: { id }, body: { user_inputs } },
    {
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: keepPreviousData,
      // The words are a help: where they cannot be had, nothing is said.
      retry: false,
    },
  )

export const runSizeQuery = (id: string, user_inputs: UserInputs) =>
  apiQuery(
    'getRunSize',
    { params: { id }, body: { user_inputs } },
    // Without an answer, the screen shows the size that the recipe states.
    { staleTime: Number.POSITIVE_INFINITY, retry: false },
  )

/** The same answers and drawing give the same picture; the one before stays while another is drawn. */
export const previewQuery = (id: string, user_inputs: UserInputs, drawing: string) =>
  apiQuery(
    'drawPreview',
    { params: { id }, body: { user_inputs, drawing } },
    {
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: keepPreviousData,
      // Without a preview the sample is shown; a busy server is asked again.
      retry: (failed, error) => failed < 3 && errorCode(error) === 'overloaded',
      retryDelay: 2_000,
      retryOnMount: false,
    },
  )

// Payment

export async function getPaymentConfig(signal: AbortSignal): Promise<PaymentConfig> {
  const config = await call('getPaymentConfig', { signal })
  return { publishableKey: config.publishable_key, testMode: config.test_mode }
}

export function createCheckoutSession(
  userId: string,
  request: CheckoutRequest,
  signal: AbortSignal,
): Promise<Checkout> {
  return call('createCheckoutSession', {
    body: {
      workflow_id: request.workflowId,
      user_id: userId,
      ...buildReturnUrls(location.origin, request.workflowId),
      ...(request.inputs ? { user_inputs: request.inputs } : {}),
      ...(request.madeFrom ? { made_from: request.madeFrom } : {}),
      ...(request.drawing ? { drawing: request.drawing } : {}),
      public: request.isPublic,
      terms_version: termsVersion(),
      ...(request.code ? { code: request.code } : {}),
      ...(request.price === undefined ? {} : { price: request.price }),
      ...(request.email ? { email: request.email } : {}),
      ...(request.waiver ? { waiver: request.waiver } : {}),
    },
    idempotencyKey: request.idempotencyKey,
    signal,
  })
}

/**
 * Saves the confirmation of what was ticked at the checkout, of a buyer without an address: before
 * the run begins. Where that fails, the right to withdraw stands.
 */
async function takeConfirmation(paymentId: string): Promise<void> {
  try {
    const paper = await call('confirmWaiver', { params: { id: paymentId }, body: {} })
    if (!paper.by_letter) saveFile(new File([paper.text], paper.file_name, { type: 'text/plain' }))
  } catch (error) {
    logFault('A confirmation could not be taken', error)
  }
}

export async function getPaymentSession(
  sessionId: string,
  signal: AbortSignal,
): Promise<SessionInfo> {
  const session = await call('getPaymentSession', { params: { sessionId }, signal })
  if (session.waiver === 'unconfirmed') await takeConfirmation(session.payment.id)
  return {
    paid: session.payment_status === 'paid',
    workflowId: session.metadata.workflow_id,
    payment: session.payment,
    inputs: session.user_inputs,
    madeFrom: session.made_from,
    drawing: session.drawing ?? null,
    isPublic: session.public ?? null,
    jobId: session.job_id,
  }
}

export async function findOpenPayment(
  workflowId: string,
  signal: AbortSignal,
): Promise<OpenPayment | null> {
  const found = await call('findOpenPayment', { query: { workflow_id: workflowId }, signal })
  if (!found.payment) return null
  return {
    payment: found.payment,
    sessionId: found.session_id,
    inputs: found.user_inputs,
    madeFrom: found.made_from,
    drawing: found.drawing ?? null,
    isPublic: found.public,
  }
}

export async function releasePayment(id: string, signal: AbortSignal): Promise<void> {
  await call('releasePayment', { params: { id }, signal })
}

// Runs

/** Starts a run; a repeated request with the same key answers with the same run. */
export async function createCreation(
  userId: string,
  request: RunRequest,
  signal?: AbortSignal,
): Promise<RunAnswer> {
  const answer = await call('createCreation', {
    params: { id: request.workflowId },
    body: {
      user_id: userId,
      user_inputs: request.inputs,
      async: true,
      public: request.isPublic,
      ...(request.madeFrom ? { made_from: request.madeFrom } : {}),
      ...(request.drawing ? { drawing: request.drawing } : {}),
      ...(request.sessionId ? { session_id: request.sessionId } : {}),
      ...(request.code ? { code: request.code } : {}),
      terms_version: termsVersion(),
      ...faceOf(request.inputs),
    },
    idempotencyKey: request.idempotencyKey,
    signal,
  })
  return 'job_id' in answer
    ? { kind: 'job', jobId: answer.job_id, generationSeconds: answer.generation_time ?? null }
    : { kind: 'creation', creation: answer }
}

/** The caller's jobs of the workflow that wait or run. */
export async function listRunningJobs(workflowId: string, signal?: AbortSignal) {
  const { jobs } = await call('listMyJobs', { query: { workflow_id: workflowId }, signal })
  return jobs.filter(({ status }) => status === 'QUEUED' || status === 'RUNNING')
}

export function getJob(id: string, signal?: AbortSignal): Promise<JobView> {
  return call('getJob', { params: { id }, signal })
}

/** The event stream only speeds up polling, so its failures are ignored. */
export function streamJob(jobId: string, onJob: (job: JobView) => void): () => void {
  if (typeof EventSource === 'undefined') return () => undefined
  const source = new EventSource(buildUrl('streamJobEvents', { id: jobId }), {
    withCredentials: true,
  })
  source.addEventListener('job', (event) => {
    try {
      onJob(JSON.parse(String(event.data)) as JobView)
    } catch {
      // Skip a malformed line.
    }
  })
  return () => source.close()
}

export async function cancelJob(id: string): Promise<JobView> {
  try {
    return await call('cancelJob', { params: { id } })
  } catch (error) {
    // The job ended before the cancel, perhaps with a creation.
    if (errorCode(error) === 'job_finished') return getJob(id)
    throw error
  }
}
