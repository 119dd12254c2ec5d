import { CATEGORIES } from '@vignette/contract/categories.ts'
import type { WorkflowFilters } from '../api.ts'

const OUTPUTS = ['image', 'video'] as const
const PRICES = ['free', 'paid'] as const

export const SORTS = [
  { value: 'newest', label: 'Newest', sort_by: 'created_at', sort_order: 'DESC' },
  { value: 'trending', label: 'Trending', sort_by: 'trending', sort_order: 'DESC' },
  { value: 'popular', label: 'Popular this week', sort_by: 'popular', sort_order: 'DESC' },
  { value: 'cheapest', label: 'Price: low to high', sort_by: 'price', sort_order: 'ASC' },
  { value: 'dearest', label: 'Price: high to low', sort_by: 'price', sort_order: 'DESC' },
] as const
export type Sort = (typeof SORTS)[number]['value']

/** The URL is the state: only known values count, so that a cache keyed by filters stays small. */
export function readFilters(params: URLSearchParams): WorkflowFilters {
  const filters: WorkflowFilters = {}
  const q = params.get('q')?.trim().slice(0, 200)
  if (q) filters.q = q
  const output = OUTPUTS.find((value) => value === params.get('output_type'))
  if (output) filters.output_type = output
  const price = PRICES.find((value) => value === params.get('price'))
  if (price) filters.price = price
  const category = CATEGORIES.find((value) => value === params.get('category'))
  if (category) filters.category = category
  const tag = params.get('tag')?.trim().slice(0, 60)
  if (tag) filters.tag = tag
  const creator = params.get('creator')?.trim().slice(0, 64)
  if (creator) filters.creator = creator
  const sort = SORTS.find((entry) => entry.value === params.get('sort'))
  if (sort && sort.value !== 'newest') {
    filters.sort_by = sort.sort_by
    filters.sort_order = sort.sort_order
  }
  return filters
}

export function readSort(filters: WorkflowFilters): Sort {
  const sort_by = filters.sort_by ?? 'created_at'
  const sort_order = filters.sort_order ?? 'DESC'
  return (
    SORTS.find((entry) => entry.sort_by === sort_by && entry.sort_order === sort_order)?.value ??
    'newest'
  )
}

export function hasFilters({
  q,
  output_type,
  price,
  category,
  tag,
  creator,
}: WorkflowFilters): boolean {
  return Boolean(q || output_type || price || category || tag || creator)
}
