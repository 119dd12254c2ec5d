import { lazyPart } from '../../ui/lazy-part.tsx'

/** Loaded with the first picture that is compared or enlarged. */
export const CompareSlider = lazyPart(async () => (await import('./late-media.ts')).CompareSlider)
export const Lightbox = lazyPart(async () => (await import('./late-media.ts')).Lightbox)

/** Loaded late, since it stands at the end of a recipe's page. */
export const RelatedWorkflows = lazyPart(
  async () => (await import('./late-parts.ts')).RelatedWorkflows,
)
