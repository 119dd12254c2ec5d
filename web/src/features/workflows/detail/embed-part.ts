import { lazyPart } from '../../../ui/lazy-part.tsx'

/** The embed snippet, loaded when it is shown. */
export const EmbedPart = lazyPart(async () => (await import('./embed-snippet.tsx')).EmbedSnippet)
