import { lazyPart } from '../../../ui/lazy-part.tsx'

/** The embed snippet, in the same late chunk as the other parts of a recipe's page. */
export const EmbedPart = lazyPart(async () => (await import('./late-parts.ts')).EmbedSnippet)
