/** What a recipe is for: its creator chooses one, and Discover can be narrowed to one. */
export const CATEGORIES = [
  'gifts',
  'photos',
  'posters',
  'cards',
  'pets',
  'places',
  'films',
  'business',
  'art',
] as const
export type Category = (typeof CATEGORIES)[number]

/** The category as people read it. */
export const nameCategory = (category: string) =>
  category.slice(0, 1).toUpperCase() + category.slice(1)

export const TAGS = { most: 5, longest: 30 } as const
