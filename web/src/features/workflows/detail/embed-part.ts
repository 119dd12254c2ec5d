import { lazyPart } from '../../../ui/lazy-part.tsx'

/** The lines that show a recipe elsewhere, in the chunk that the recipe's own page loads them from. */
export const EmbedPart = lazyPart(async () => (await import('./late-parts.ts')).EmbedSnippet)
