import type { CreationView, UserInputs } from '@vignette/contract/creations.ts'
import type { EventName } from '@vignette/contract/event-names.ts'
import type { JobView } from '@vignette/contract/jobs.ts'
import type { PaymentView } from '@vignette/contract/payments.ts'
import type { WaiverBody } from '@vignette/contract/withdrawals.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { InlineImage } from '../wizard/inputs.ts'
import type { Place } from '../wizard/reducer.ts'
import type { FileValue } from '../wizard/step.ts'

export interface SavedInputs {
  inputs: UserInputs
  isPublic: boolean
  /** The creation that the inputs began with. */
  madeFrom: string | null
  /** What the preview was drawn from. */
  drawing?: string | null | undefined
  /** The address for the letters about the payment. */
  email?: string
}

export interface SessionInfo {
  paid: boolean
  workflowId: string
  /** Absent where the server tells the specified fields alone. */
  payment?: PaymentView
  inputs: UserInputs | null
  madeFrom: string | null
  drawing?: string | null | undefined
  /** Null where only this browser's copy tells it. */
  isPublic: boolean | null
  jobId: string | null
}

export interface OpenPayment {
  payment: PaymentView
  sessionId: string | null
  inputs: UserInputs | null
  madeFrom: string | null
  drawing?: string | null | undefined
  isPublic: boolean
}

export interface PaymentConfig {
  publishableKey: string
  testMode: boolean
}

export interface RunFound {
  job: JobView
  inputs: UserInputs
}

export interface Run {
  workflowId: string
  jobId: string | null
  inputs: UserInputs
}

export interface RunRequest {
  workflowId: string
  inputs: UserInputs
  madeFrom: string | null
  drawing: string | null
  isPublic: boolean
  sessionId: string | null
  /** A creator's code that pays for the run. */
  code?: string | null
  idempotencyKey: string
}

export type RunAnswer =
  | { kind: 'job'; jobId: string; generationSeconds: number | null }
  | { kind: 'creation'; creation: Partial<CreationView> }

/** A creation as the server answered; some answers hold the whole view, others the id alone. */
type MadeCreation = Partial<CreationView> & { id: string }

export interface CheckoutRequest {
  workflowId: string
  inputs: UserInputs | null
  madeFrom: string | null
  drawing: string | null
  isPublic: boolean
  code?: string | undefined
  /** The price that the buyer was shown; where the price has changed, the server refuses the checkout. */
  price?: number | undefined
  idempotencyKey: string
  email?: string | undefined
  /** What a consumer declared to have the file for good. */
  waiver?: WaiverBody | undefined
}

export interface Checkout {
  url: string | null
  /** Why a recipe that offers proofs is charged on delivery this time. */
  why_no_proof?: string | null
}

/** The flow's interface to the outside, so that the machine is tested alone. */
export interface RemixPorts {
  loadWorkflow(id: string, signal: AbortSignal): Promise<WorkflowView | null>
  findRun(workflowId: string, signal: AbortSignal): Promise<RunFound | null>
  findOpenPayment(workflowId: string, signal: AbortSignal): Promise<OpenPayment | null>
  loadCreationInputs(creationId: string, signal: AbortSignal): Promise<Record<string, unknown>>
  readSession(sessionId: string, signal: AbortSignal): Promise<SessionInfo>
  loadPaymentConfig(signal: AbortSignal): Promise<PaymentConfig>
  createCheckout(request: CheckoutRequest, signal: AbortSignal): Promise<Checkout>
  releasePayment(paymentId: string, signal: AbortSignal): Promise<void>
  uploadInlineImage(image: InlineImage, signal: AbortSignal): Promise<FileValue>
  createCreation(request: RunRequest, signal: AbortSignal): Promise<RunAnswer>
  readJob(jobId: string, signal: AbortSignal): Promise<JobView>
  /** Calls back for each event of the stream; returns a function that stops. */
  streamJob(jobId: string, onJob: (job: JobView) => void): () => void
  /**
   * Asks the server to cancel; without a job id, finds the run by its inputs, then by its key.
   * Returns the job, which may have ended before; null if there is none.
   */
  cancelRun(run: Run): Promise<JobView | null>

  readSaved(workflowId: string): SavedInputs | null
  save(workflowId: string, saved: SavedInputs): void
  forget(workflowId: string): void
  /** Where this tab's visitor stands in the wizard, for a reload. */
  readPlace(workflowId: string): Place | null
  keepPlace(workflowId: string, place: Place): void
  /** Whether the visitor accepted the terms for this recipe in this session of the browser. */
  readTerms(workflowId: string): boolean
  keepTerms(workflowId: string, accepts: boolean): void
  wasReturnProcessed(sessionId: string): boolean
  markReturnProcessed(sessionId: string): void
  stripReturnParams(): void
  /** Removes the source creation from the URL. */
  stripSource(): void

  /** Leaves for the sign-in, which returns to this page. */
  signIn(): void
  leaveTo(url: string): void
  /** Opens the result's page; the result fades in over `from`, the picture that was shown during the run. */
  openCreation(creation: MadeCreation, from: string | null | undefined): void
  announceReady(workflowName: string): void
  newKey(): string
  now(): number
  track(event: EventName, properties?: Record<string, string | number | boolean>): void
  logWarning(message: string, error?: unknown): void
}
