import { LONGEST_USERNAME } from '../recipes.ts'
import { open, type Screen } from '../screen.ts'

/** Screens by which people find a recipe, and the screens that show its creator how they came. */
export const found: Screen[] = [
  { name: 'wall', visit: open('/creations') },
  { name: 'storefront', visit: open('/@mira') },
  { name: 'storefront-seeded', visit: open('/@print-room') },
  { name: 'storefront-longest', visit: open(`/@${LONGEST_USERNAME}`) },
  { name: 'storefront-none', visit: open('/@no.such.creator') },
  { name: 'storefront-edit', as: 'creator', visit: open('/studio/storefront') },
  { name: 'storefront-edit-nameless', as: 'newcomer', visit: open('/studio/storefront') },
  { name: 'studio-letters', as: 'creator', visit: open('/studio/letters') },
  { name: 'studio-letters-nameless', as: 'newcomer', visit: open('/studio/letters') },
  { name: 'letters-confirm', visit: open('/confirm#old') },
  { name: 'letter-none', visit: open('/letters/00000000-0000-7000-8000-000000000000') },
  { name: 'following', as: 'creator', visit: open('/notices?of=following') },
  { name: 'studio-numbers', as: 'creator', visit: open('/studio/numbers') },
  { name: 'studio-numbers-empty', as: 'newcomer', visit: open('/studio/numbers') },
  {
    name: 'studio-recipe-edit',
    as: 'creator',
    visit: open(({ workflows }) => `/studio/recipes/${workflows.priced}?tab=edit`),
  },
  {
    name: 'studio-recipe-longest',
    as: 'creator',
    visit: open(({ workflows }) => `/studio/recipes/${workflows.empty}`),
  },
  {
    name: 'studio-recipe-numbers',
    as: 'creator',
    visit: open(({ workflows }) => `/studio/recipes/${workflows.priced}?tab=numbers`),
  },
  {
    name: 'studio-recipe-promote',
    as: 'creator',
    visit: open(({ workflows }) => `/studio/recipes/${workflows.priced}?tab=promote`),
  },
]
