import type { WorkflowCheck } from '@vignette/contract/workflow-check.ts'
import type { LiveVersion } from './read-checks.ts'

export interface PublishProps {
  draftId: string
  /** The text that is to be published, as it can be read last. */
  recipe: Record<string, unknown>
  /** Why the text cannot be published, such as JSON that does not parse. */
  blocked?: string | undefined
  /** The draft changes a recipe that is live. */
  isUpdate?: boolean
  /** The live version, once it is known. */
  live?: LiveVersion | undefined
  /** The version that the draft began from. */
  baseVersion?: number | undefined
  check: WorkflowCheck | undefined
  /** Answers the saved revision, once the server has the text that is on the screen. */
  save: () => Promise<number | undefined>
  sampleTestId?: string | undefined
  /** Writes into the text how many proofs a buyer may see; 0 takes the offer out. */
  setProof: (draws: number) => void
}
