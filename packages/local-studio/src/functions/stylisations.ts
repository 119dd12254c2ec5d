/** Only the names, so that the server can list the styles without loading painters and codecs. */
export const STYLISATIONS = ['oil', 'brush', 'duotone', 'poster', 'vector'] as const

export type Stylisation = (typeof STYLISATIONS)[number]
