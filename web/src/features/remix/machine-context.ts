import type { CreationView, UserInputs } from '@vignette/contract/creations.ts'
import type { JobView } from '@vignette/contract/jobs.ts'
import type { WaiverBody } from '@vignette/contract/withdrawals.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { OpenPayment, PaymentConfig, RemixPorts } from './ports/remix-ports.ts'
import type { WizardAction, WizardState } from './wizard/reducer.ts'

export interface PaymentReturn {
  sessionId: string | null
  canceled: boolean
}

export interface RemixInput {
  ports: RemixPorts
  workflowId: string
  fromCreationId: string | null
  /** Values of single inputs from the address. */
  given?: Record<string, string> | null
  /** What the landing page's preview was drawn from. */
  givenDrawing?: string | null
  /** Runs the source's inputs again, with as few questions as possible. */
  isAgain?: boolean
  returned: PaymentReturn | null
}

export interface RemixContext {
  ports: RemixPorts
  workflowId: string
  fromCreationId: string | null
  given?: Record<string, string> | null
  isAgain?: boolean
  /** What previews are drawn from; the run makes the same picture. */
  drawing: string
  /** The creation that the wizard's inputs began with. */
  madeFrom: string | null
  /** A checkout return that is not processed yet. */
  returned: PaymentReturn | null
  workflow: WorkflowView | null
  wizard: WizardState
  isPublic: boolean
  /** The visitor's address for letters about this payment; empty if none was left. */
  email: string
  acceptsTerms: boolean
  /** The inputs of the current run, in memory. */
  inputs: UserInputs | null
  config: PaymentConfig | null
  /** An authorisation of the visitor without a run. */
  open: OpenPayment | null
  /** The checkout session that pays for the run. */
  sessionId: string | null
  /** The creator's code that pays for the run. */
  freeCode: string | null
  runKey: string | null
  checkoutKey: string | null
  job: JobView | null
  jobId: string | null
  /** The small picture that was shown while the large file was drawn. */
  early: string | null
  generationSeconds: number
  firstPollMs: number
  startedAt: number
  polls: number
  /** True if the run was found and not started on this page. */
  isResumed: boolean
  creation: Partial<CreationView> | null
  error: string | null
  /** The same failure in the specification's words, where these are others. */
  errorMessage: string | null
  /** True if the answer was lost: the run may still be running and may deliver. */
  isOutcomeUnknown: boolean
  notice: string | null
  /** True if another run that costs the operator money needs an account today. */
  needsSignIn: boolean
}

export type RemixEvent =
  | { type: 'WIZARD'; action: WizardAction }
  | { type: 'SET_PUBLIC'; isPublic: boolean }
  | { type: 'SET_TERMS'; accepts: boolean }
  | { type: 'COMPLETE' }
  | { type: 'SET_EMAIL'; email: string }
  | { type: 'PAY'; email?: string; quote?: { code: string; price: number }; waiver?: WaiverBody }
  /** A creator's code pays for the run. */
  | { type: 'RUN_FREE'; code: string }
  /** The free test of one's own recipe. */
  | { type: 'TEST' }
  | { type: 'SIGN_IN' }
  | { type: 'CONTINUE' }
  | { type: 'RELEASE' }
  | { type: 'BACK' }
  | { type: 'RETURNED'; returned: PaymentReturn }
  | { type: 'PAGE_RESTORED' }
  | { type: 'JOB'; job: JobView }
  | { type: 'CANCEL' }
  | { type: 'LEAVE_RUNNING' }
  | { type: 'TRY_AGAIN' }
  | { type: 'CHECK_AGAIN' }
  | { type: 'GO_BACK' }
  | { type: 'CREATE_ANOTHER' }
  | { type: 'RELOAD' }
