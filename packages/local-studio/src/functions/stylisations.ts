/** Names alone, so that the server knows them without loading painters and codecs. */
export const STYLISATIONS = ['oil', 'brush', 'duotone', 'poster', 'vector'] as const

export type Stylisation = (typeof STYLISATIONS)[number]
