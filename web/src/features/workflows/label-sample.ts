import type { WorkflowCard } from '@vignette/contract/workflows.ts'

/** Shown on an uploaded sample, because the recipe did not make the picture. */
export const CREATORS_PICTURE = 'Creator’s picture'

export function labelSample({ name, sample }: Pick<WorkflowCard, 'name' | 'sample'>): string {
  return sample?.uploaded ? `${CREATORS_PICTURE} for ${name}` : `Sample of ${name}`
}
