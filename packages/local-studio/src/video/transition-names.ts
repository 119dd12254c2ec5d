/** Names alone, so that the server knows them without loading the renderers. */
export const TRANSITIONS = ['morph', 'crossfade', 'dissolve'] as const

export type Transition = (typeof TRANSITIONS)[number]
