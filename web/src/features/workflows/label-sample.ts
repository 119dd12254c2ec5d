import type { MediaView } from '@vignette/contract/entities.ts'
import type { WorkflowCard } from '@vignette/contract/workflows.ts'

/** Shown on an uploaded sample, because the recipe did not make the picture or film. */
export function labelUpload({ kind }: Pick<MediaView, 'kind'>): string {
  return kind === 'video' ? 'Creator’s film' : 'Creator’s picture'
}

export function labelSample({ name, sample }: Pick<WorkflowCard, 'name' | 'sample'>): string {
  return sample?.uploaded ? `${labelUpload(sample)} for ${name}` : `Sample of ${name}`
}
