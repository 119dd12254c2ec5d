/** Only the names, so that the server can list the transitions without loading the renderers. */
export const TRANSITIONS = ['morph', 'crossfade', 'dissolve'] as const

export type Transition = (typeof TRANSITIONS)[number]
