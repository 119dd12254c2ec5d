import { lazyPart } from '../../ui/lazy-part.tsx'

/** Loaded with the first picture that is compared, enlarged or hung on a wall. */
export const CompareSlider = lazyPart(
  async () => (await import('./components/compare-slider.tsx')).CompareSlider,
)
export const OnWall = lazyPart(async () => (await import('./components/on-wall.tsx')).OnWall)
export const Lightbox = lazyPart(async () => (await import('./components/lightbox.tsx')).Lightbox)

/** Loaded late, since it stands at the end of a recipe's page. */
export const RelatedWorkflows = lazyPart(
  async () => (await import('./components/related-workflows.tsx')).RelatedWorkflows,
)

export const OwnCollections = lazyPart(
  async () => (await import('./collections/own-collections.tsx')).OwnCollections,
)

/** Loaded after the receipt stands. */
export const CasePanel = lazyPart(
  async () => (await import('./cases/components/case-panel.tsx')).CasePanel,
)
