import { lazyPart } from '../../ui/lazy-part.tsx'

export const OwnCollections = lazyPart(
  async () => (await import('./collections/own-collections.tsx')).OwnCollections,
)
