import { TERMS_VERSION } from '@vignette/contract/limits.ts'
import { track } from '../../../lib/analytics.ts'
import { isNotFound } from '../../../lib/api-error.ts'
import { createUuid } from '../../../lib/browser.ts'
import { call } from '../../../lib/client.ts'
import { logFault } from '../../../lib/log.ts'
import { isAnswerUnknown } from '../read-error.ts'
import { findSavedInputs, removeSavedInputs, saveInputs } from '../saved-inputs.ts'
import { announceReady } from './announce-ready.ts'
import { createJobCanceller } from './cancel-job.ts'
import type { RemixPorts, RunAnswer, RunRequest } from './remix-ports.ts'
import { buildReturnUrls } from './return-params.ts'
import { streamJob } from './stream-job.ts'
import { uploadInlineImage } from './upload-inline-image.ts'

export interface PageHands {
  getUserId(): string
  stripReturnParams(): void
  stripSource(): void
  openCreation(id: string): void
  signIn(): void
}

/** The flow's ports in a real browser, against the real API. */
export function createPorts(page: PageHands): RemixPorts {
  const canceller = createJobCanceller()
  let unanswered: RunRequest | null = null
  /** By the key, the server finds the run that an aborted request has started or is starting. */
  const askAgain = async () => {
    const answer = unanswered && (await askForRun(page, unanswered).catch(refusedAsNull))
    return answer?.kind === 'job' ? answer.jobId : null
  }
  return {
    loadWorkflow: (id, signal) =>
      call('getWorkflow', { params: { id }, signal }).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),

    async findRun(workflowId, signal) {
      await canceller.settled()
      const { jobs } = await call('listMyJobs', { query: { workflow_id: workflowId }, signal })
      const running = jobs.find(
        (job) =>
          job.workflow_id === workflowId && (job.status === 'QUEUED' || job.status === 'RUNNING'),
      )
      return running ? { job: running, inputs: running.user_inputs } : null
    },

    async findOpenPayment(workflowId, signal) {
      await canceller.settled()
      const found = await call('findOpenPayment', { query: { workflow_id: workflowId }, signal })
      if (!found.payment) return null
      return {
        payment: found.payment,
        sessionId: found.session_id,
        inputs: found.user_inputs,
        isPublic: found.public,
      }
    },

    async loadCreationInputs(id, signal) {
      return (await call('getCreation', { params: { id }, signal })).user_inputs
    },

    async readSession(sessionId, signal) {
      const session = await call('getPaymentSession', { params: { sessionId }, signal })
      return {
        paid: session.payment_status === 'paid',
        workflowId: session.metadata.workflow_id,
        payment: session.payment,
        inputs: session.user_inputs,
        isPublic: session.public,
        jobId: session.job_id,
      }
    },

    async loadPaymentConfig(signal) {
      const config = await call('getPaymentConfig', { signal })
      return { publishableKey: config.publishable_key, testMode: config.test_mode }
    },

    createCheckout: (request, signal) =>
      call('createCheckoutSession', {
        body: {
          workflow_id: request.workflowId,
          user_id: page.getUserId(),
          ...buildReturnUrls(location.origin, request.workflowId),
          ...(request.inputs ? { user_inputs: request.inputs } : {}),
          public: request.isPublic,
          terms_version: TERMS_VERSION,
        },
        idempotencyKey: request.idempotencyKey,
        signal,
      }),

    async releasePayment(id, signal) {
      await call('releasePayment', { params: { id }, signal })
    },

    uploadInlineImage,

    async createCreation(request, signal) {
      await canceller.settled()
      unanswered = request
      const answer = await askForRun(page, request, signal)
      unanswered = null
      return answer
    },

    readJob: (id, signal) => call('getJob', { params: { id }, signal }),
    streamJob,
    cancelRun: (run) => canceller.cancel(run, askAgain),

    readSaved(workflowId) {
      const saved = findSavedInputs(workflowId)
      return saved ? { inputs: saved.inputs, isPublic: saved.public } : null
    },
    save: (workflowId, saved) =>
      saveInputs(workflowId, { inputs: saved.inputs, public: saved.isPublic }),
    forget: removeSavedInputs,
    wasReturnProcessed: (sessionId) => readSessionItem(returnKey(sessionId)) !== null,
    markReturnProcessed: (sessionId) => writeSessionItem(returnKey(sessionId)),
    stripReturnParams: () => page.stripReturnParams(),
    stripSource: () => page.stripSource(),

    leaveTo: (url) => location.assign(checkAddress(url)),
    signIn: () => page.signIn(),
    openCreation: (id) => page.openCreation(id),
    announceReady,
    newKey: createUuid,
    now: Date.now,
    track: (event, properties) => track(event, properties),
    logWarning: logFault,
  }
}

async function askForRun(
  page: PageHands,
  request: RunRequest,
  signal?: AbortSignal,
): Promise<RunAnswer> {
  const answer = await call('createCreation', {
    params: { id: request.workflowId },
    body: {
      user_id: page.getUserId(),
      user_inputs: request.inputs,
      async: true,
      public: request.isPublic,
      ...(request.sessionId ? { session_id: request.sessionId } : {}),
      terms_version: TERMS_VERSION,
    },
    idempotencyKey: request.idempotencyKey,
    ...(signal && { signal }),
  })
  return 'job_id' in answer
    ? { kind: 'job', jobId: answer.job_id, generationSeconds: answer.generation_time }
    : { kind: 'creation', creation: answer }
}

function refusedAsNull(error: unknown): null {
  if (isAnswerUnknown(error)) throw error
  return null
}

/** A malformed id (400) counts as not found. */
function isMissing(error: unknown): boolean {
  return isNotFound(error) || (error as { status?: unknown } | null)?.status === 400
}

/** A checkout URL must be http or https; the browser must not open any other scheme. */
function checkAddress(url: string): string {
  const { protocol, href } = new URL(url, location.href)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('Payment failed')
  return href
}

function returnKey(sessionId: string): string {
  return `payment_return_${sessionId}`
}

function readSessionItem(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function writeSessionItem(key: string): void {
  try {
    sessionStorage.setItem(key, '1')
  } catch {
    // Without storage, still remove the parameters from the URL.
  }
}
