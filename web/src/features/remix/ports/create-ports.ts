import { track } from '../../../lib/analytics.ts'
import { createUuid } from '../../../lib/browser.ts'
import { logFault } from '../../../lib/log.ts'
import { readSessionItem, writeSessionItem } from '../../../lib/session-items.ts'
import { keepTerms, readTerms } from '../accepted-terms.ts'
import {
  createCheckoutSession,
  createCreation,
  findOpenPayment,
  findWorkflow,
  getCreationInputs,
  getJob,
  getPaymentConfig,
  getPaymentSession,
  listRunningJobs,
  releasePayment,
  streamJob,
} from '../api.ts'
import { isAnswerUnknown } from '../read-error.ts'
import {
  findPlace,
  findSavedInputs,
  removeSavedInputs,
  saveInputs,
  savePlace,
} from '../saved-inputs.ts'
import { announceReady } from './announce-ready.ts'
import { createJobCanceller } from './create-job-canceller.ts'
import type { RemixPorts, RunRequest } from './remix-ports.ts'
import { uploadInlineImage } from './upload-inline-image.ts'

interface PageHands {
  getUserId(): string
  stripReturnParams(): void
  stripSource(): void
  openCreation: RemixPorts['openCreation']
  signIn(): void
}

/** The flow's ports in a real browser, against the real API. */
export function createPorts(page: PageHands): RemixPorts {
  const canceller = createJobCanceller()
  let unanswered: RunRequest | null = null
  /** By the key, the server finds the run that an aborted request has started or is starting. */
  const askAgain = async () => {
    const answer =
      unanswered && (await createCreation(page.getUserId(), unanswered).catch(refusedAsNull))
    return answer?.kind === 'job' ? answer.jobId : null
  }
  return {
    loadWorkflow: findWorkflow,

    async findRun(workflowId, signal) {
      await canceller.settled()
      const [job] = await listRunningJobs(workflowId, signal)
      return job ? { job, inputs: job.user_inputs } : null
    },

    async findOpenPayment(workflowId, signal) {
      await canceller.settled()
      return findOpenPayment(workflowId, signal)
    },

    loadCreationInputs: getCreationInputs,
    readSession: getPaymentSession,
    loadPaymentConfig: getPaymentConfig,
    createCheckout: (request, signal) => createCheckoutSession(page.getUserId(), request, signal),
    releasePayment,
    uploadInlineImage,

    async createCreation(request, signal) {
      await canceller.settled()
      unanswered = request
      const answer = await createCreation(page.getUserId(), request, signal)
      unanswered = null
      return answer
    },

    readJob: getJob,
    streamJob,
    cancelRun: (run) => canceller.cancel(run, askAgain),

    readSaved(workflowId) {
      const saved = findSavedInputs(workflowId)
      if (!saved) return null
      const { inputs, public: isPublic, madeFrom, drawing, email } = saved
      return { inputs, isPublic, madeFrom, drawing, email }
    },
    save: (workflowId, saved) =>
      saveInputs(workflowId, {
        inputs: saved.inputs,
        public: saved.isPublic,
        madeFrom: saved.madeFrom,
        drawing: saved.drawing,
        email: saved.email ?? '',
      }),
    forget: removeSavedInputs,
    readPlace: findPlace,
    keepPlace: savePlace,
    readTerms,
    keepTerms,
    wasReturnProcessed: (sessionId) => readSessionItem(returnKey(sessionId)) !== null,
    markReturnProcessed: (sessionId) => writeSessionItem(returnKey(sessionId), '1'),
    stripReturnParams: () => page.stripReturnParams(),
    stripSource: () => page.stripSource(),

    leaveTo: (url) => location.assign(checkAddress(url)),
    signIn: () => page.signIn(),
    openCreation: (creation, from) => page.openCreation(creation, from),
    announceReady,
    newKey: createUuid,
    now: Date.now,
    track: (event, properties) => track(event, properties),
    logWarning: logFault,
  }
}

function refusedAsNull(error: unknown): null {
  if (isAnswerUnknown(error)) throw error
  return null
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
