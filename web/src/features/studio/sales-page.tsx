import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { track } from '../../lib/analytics.ts'
import { readReason } from '../../lib/api-error.ts'
import type { Answer } from '../../lib/client.ts'
import { useQueryParams } from '../../lib/router.tsx'
import { saveAnswer } from '../../lib/save-file.ts'
import { useShop } from '../../lib/shop.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Download } from '../../ui/icons.tsx'
import { QueryPages } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastError } from '../../ui/toast.tsx'
import { type SaleFilters as Filters, salesQuery } from './api.ts'
import { readSaleFilters, SaleFilters } from './components/sale-filters.tsx'
import { SaleList } from './components/sale-list.tsx'
import { StudioRoom } from './components/studio-room.tsx'

export function SalesPage() {
  return (
    <StudioRoom title="Sales">
      <Sales />
    </StudioRoom>
  )
}

function Sales() {
  const [params, setParams] = useQueryParams()
  const filters = readSaleFilters(params)
  const query = useInfiniteQuery(salesQuery(filters))
  const first = query.data?.pages[0]

  const choose = ({ workflow_id, state, month }: Filters) =>
    setParams({
      ...(workflow_id && { recipe: workflow_id }),
      ...(state && { state }),
      ...(month && { month }),
    })

  return (
    <div className="flex flex-col gap-8">
      {first?.test_mode && (
        <p role="note" className="rounded-lg border border-line bg-surface p-4 text-sm">
          This is test money: no buyer was charged.
        </p>
      )}
      <div className="flex flex-col gap-4">
        <SaleFilters filters={filters} onChange={choose} />
        {first && first.sales.length > 0 && <Export filters={filters} />}
      </div>
      {first && <Totals totals={first.totals} />}
      <section aria-labelledby="sales">
        <h2 id="sales" className="sr-only">
          Each sale
        </h2>
        <QueryPages
          query={query}
          rows={(page) => page.sales}
          failed="Your sales could not be loaded"
          level={3}
          loading={<Skeleton className="h-56 w-full rounded-lg" />}
          empty={<NoSales filtered={Object.keys(filters).length > 0} />}
        >
          {(sales) => <SaleList sales={sales} />}
        </QueryPages>
      </section>
    </div>
  )
}

function Export({ filters }: { filters: Filters }) {
  const { plain } = useShop()
  const saving = useMutation({
    mutationFn: () => saveAnswer('exportSales', { query: { ...filters } }, `${plain}-sales.csv`),
    onSuccess: () => track('sales_exported'),
    onError: (error) => toastError(readReason(error, 'The export failed. Please try again.')),
  })
  return (
    <Button
      kind="secondary"
      className="self-end"
      busy={saving.isPending}
      onClick={() => saving.mutate()}
    >
      <Icon of={Download} size={16} />
      Export CSV
    </Button>
  )
}

function Totals({ totals }: { totals: Answer<'listSales'>['totals'] }) {
  const sums: [string, string][] = [
    ['Sales', totals.sales.toLocaleString('en-US')],
    ['Paid by buyers', formatCents(totals.price)],
    ['Refunded', formatCents(totals.refunded)],
    ['Disputed', formatCents(totals.disputed)],
    ['Yours', formatCents(totals.share)],
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-5">
      {sums.map(([label, sum]) => (
        <div key={label} className="bg-surface p-4 last:max-sm:col-span-2">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1 text-xl font-semibold tabular-nums">{sum}</dd>
        </div>
      ))}
    </dl>
  )
}

function NoSales({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState level={3} title="No sale fits">
      Choose another recipe, state or month.
    </EmptyState>
  ) : (
    <EmptyState
      level={3}
      title="No sales yet"
      action={
        <LinkButton to="/studio/recipes/new" kind="secondary">
          Publish a recipe
        </LinkButton>
      }
    >
      Each sale of your recipes is listed here, with what is yours and when it clears.
    </EmptyState>
  )
}
