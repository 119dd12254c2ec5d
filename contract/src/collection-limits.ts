/** What a collection may hold. */
export const COLLECTION = {
  /** Collections that one person makes. */
  most: 50,
  items: 100,
  nameMax: 60,
} as const

/** Who sees a collection: its owner, a browser with its secret link, every visitor. */
export const VISIBILITIES = ['private', 'link', 'public'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const SAVED_TYPES = ['creation', 'workflow'] as const
export type SavedType = (typeof SAVED_TYPES)[number]
