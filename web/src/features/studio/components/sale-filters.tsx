import { useQuery } from '@tanstack/react-query'
import { SALE_STATES } from '@vignette/contract/sale-words.ts'
import { apiQuery } from '../../../lib/api.ts'
import { Select } from '../../../ui/field.tsx'
import type { SaleFilters as Filters } from '../api.ts'
import { STATE_WORDS } from '../describe-sale.ts'

const MONTHS_OFFERED = 24
const monthName = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The URL is the state: only known values count. */
export function readSaleFilters(params: URLSearchParams): Filters {
  const filters: Filters = {}
  const recipe = params.get('recipe')
  if (recipe && /^[0-9a-f-]{36}$/.test(recipe)) filters.workflow_id = recipe
  const state = SALE_STATES.find((one) => one === params.get('state'))
  if (state) filters.state = state
  const month = params.get('month')
  if (month && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month)) filters.month = month
  return filters
}

function listMonths(now: Date): { value: string; label: string }[] {
  return Array.from({ length: MONTHS_OFFERED }, (_, back) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))
    return { value: first.toISOString().slice(0, 7), label: monthName.format(first) }
  })
}

export function SaleFilters({
  filters,
  onChange,
}: {
  filters: Filters
  onChange: (filters: Filters) => void
}) {
  const { data } = useQuery(apiQuery('getEarnings', {}))
  const recipes = (data?.recipes ?? []).map(({ workflow_id, name }) => ({
    value: workflow_id,
    label: name,
  }))
  const set = (name: keyof Filters, value: string) => {
    const { [name]: _, ...others } = filters
    onChange(value ? { ...others, [name]: value } : others)
  }
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Select
        label="Recipe"
        placeholder="All recipes"
        options={recipes}
        value={filters.workflow_id ?? ''}
        onChange={(event) => set('workflow_id', event.target.value)}
      />
      <Select
        label="State"
        placeholder="All states"
        options={SALE_STATES.map((value) => ({ value, label: STATE_WORDS[value].label }))}
        value={filters.state ?? ''}
        onChange={(event) => set('state', event.target.value)}
      />
      <Select
        label="Month"
        placeholder="All time"
        options={listMonths(new Date())}
        value={filters.month ?? ''}
        onChange={(event) => set('month', event.target.value)}
      />
    </div>
  )
}
