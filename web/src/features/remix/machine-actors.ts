import type { JobView } from '@vignette/contract/jobs.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { fromCallback, fromPromise } from 'xstate'
import { isAbort } from '../../lib/api-error.ts'
import { readPaymentConfig } from './payment/read-config.ts'
import type {
  CheckoutRequest,
  OpenPayment,
  PaymentConfig,
  RemixPorts,
  Run,
  RunAnswer,
  RunFound,
  RunRequest,
  SessionInfo,
} from './ports/remix-ports.ts'
import type { InlineImage } from './wizard/inputs.ts'
import type { FileValue } from './wizard/step.ts'

/**
 * A promise that stops with its state. Its later result is ignored: StrictMode mounts twice in
 * development, and the first mount's abort must not fail the second mount.
 */
function fromWork<Output, Input>(
  work: (call: { input: Input; signal: AbortSignal }) => Promise<Output>,
) {
  return fromPromise<Output, Input>(async ({ input, signal }) => {
    try {
      return await work({ input, signal })
    } catch (error) {
      if (signal.aborted) return new Promise<never>(() => undefined)
      throw error
    }
  })
}

type WithPorts<T> = T & { ports: RemixPorts }

type CheckoutWork = WithPorts<{ request: CheckoutRequest }>

export interface LookBack {
  run: RunFound | null
  open: OpenPayment | null
  source: Record<string, unknown> | null
}

export interface PaywallFacts {
  workflow: WorkflowView | null
  config: PaymentConfig
  open: OpenPayment | null
}

export const remixActors = {
  loadWorkflow: fromWork<WorkflowView | null, WithPorts<{ workflowId: string }>>(
    ({ input, signal }) => input.ports.loadWorkflow(input.workflowId, signal),
  ),

  readSession: fromWork<SessionInfo, WithPorts<{ sessionId: string }>>(({ input, signal }) =>
    input.ports.readSession(input.sessionId, signal),
  ),

  /** Looks for the remains of an earlier visit; a failed lookup finds nothing. */
  lookBack: fromWork<
    LookBack,
    WithPorts<{
      workflowId: string
      isPriced: boolean
      fromCreationId: string | null
      given: Record<string, string> | null
    }>
  >(async ({ input, signal }) => {
    const { ports, workflowId, fromCreationId, given } = input
    const [run, open, source] = await Promise.all([
      fromCreationId || given ? null : attempt(ports, ports.findRun(workflowId, signal)),
      input.isPriced ? attempt(ports, ports.findOpenPayment(workflowId, signal)) : null,
      fromCreationId ? attempt(ports, ports.loadCreationInputs(fromCreationId, signal)) : given,
    ])
    return { run, open, source }
  }),

  /** A failed upload is logged and ignored; the picture then stays as it is. */
  uploadInline: fromWork<
    { index: number; file: FileValue }[],
    WithPorts<{ images: InlineImage[] }>
  >(async ({ input, signal }) => {
    const { ports, images } = input
    const files = await Promise.all(
      images.map((image) => attempt(ports, ports.uploadInlineImage(image, signal))),
    )
    return images.flatMap(({ index }, i) => {
      const file = files[i]
      return file ? [{ index, file }] : []
    })
  }),

  preparePaywall: fromWork<PaywallFacts, WithPorts<{ workflowId: string }>>(
    async ({ input, signal }) => {
      const { ports, workflowId } = input
      const [workflow, config, open] = await Promise.all([
        ports.loadWorkflow(workflowId, signal),
        readPaymentConfig(ports, signal),
        attempt(ports, ports.findOpenPayment(workflowId, signal)),
      ])
      return { workflow, config, open }
    },
  ),

  createCheckout: fromWork<{ url: string; whyNoProof: string | null }, CheckoutWork>(
    async ({ input, signal }) => {
      const { url, why_no_proof } = await input.ports.createCheckout(input.request, signal)
      if (!url) throw new Error('Stripe not initialized')
      return { url, whyNoProof: why_no_proof ?? null }
    },
  ),

  /** Also loads the recipe again: without an authorisation the recipe may be gone (null). */
  releasePayment: fromWork<
    WorkflowView | null | undefined,
    WithPorts<{ workflowId: string; paymentId: string }>
  >(async ({ input, signal }) => {
    const { ports, workflowId, paymentId } = input
    await ports.releasePayment(paymentId, signal)
    return ports.loadWorkflow(workflowId, signal).catch(() => undefined)
  }),

  findOpen: fromWork<OpenPayment | null, WithPorts<{ workflowId: string; isPriced: boolean }>>(
    async ({ input, signal }) => {
      const { ports, workflowId, isPriced } = input
      return isPriced ? attempt(ports, ports.findOpenPayment(workflowId, signal)) : null
    },
  ),

  createCreation: fromWork<RunAnswer, WithPorts<{ request: RunRequest }>>(({ input, signal }) =>
    input.ports.createCreation(input.request, signal),
  ),

  /** Continues after its state ends, because a cancel must reach the server. */
  cancelRun: fromWork<JobView | null, WithPorts<{ run: Run }>>(({ input }) =>
    input.ports.cancelRun(input.run),
  ),

  readJob: fromWork<JobView, WithPorts<{ jobId: string }>>(({ input, signal }) =>
    input.ports.readJob(input.jobId, signal),
  ),

  streamJob: fromCallback<{ type: 'JOB'; job: JobView }, WithPorts<{ jobId: string }>>(
    ({ input, sendBack }) =>
      input.ports.streamJob(input.jobId, (job) => sendBack({ type: 'JOB', job })),
  ),
}

async function attempt<T>(ports: RemixPorts, work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    // Ignore aborts.
    if (!isAbort(error)) ports.logWarning('A lookup of the remix flow failed', error)
    return null
  }
}
