import { useInfiniteQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { lowestAskedCents } from '@vignette/contract/price-floor.ts'
import { warnOfPrice } from '@vignette/contract/price-split.ts'
import { useShop } from '../../../lib/shop.ts'
import { cx } from '../../../ui/class-names.ts'
import { usePriceRules, workflowsQuery } from '../../workflows/index.ts'
import { describePrice, describeSimilar, type StepCost } from './describe-price.ts'
import { PriceField } from './price-field.tsx'

const SALES_A_MONTH = 40

/** The price with what becomes of it; the server books a sale by the same rule. */
export function PricePanel({
  price,
  cost,
  steps,
  kind,
  workflowId,
  disabled = false,
  fault,
  onChange,
}: {
  /** In cents. */
  price: number
  /** The most that one run costs, in cents. */
  cost: number
  steps: readonly StepCost[]
  /** What the recipe makes: the price is compared with recipes of the same kind. */
  kind: 'image' | 'video'
  workflowId?: string | undefined
  disabled?: boolean
  /** What the server said against the price. */
  fault?: string | undefined
  onChange: (cents: number) => void
}) {
  const prices = usePriceRules()
  const lowest = lowestAskedCents(cost, prices)
  const warning = warnOfPrice({ price, cost }, prices)
  return (
    <section aria-labelledby="recipe-price" className="flex flex-col gap-5">
      <h2 id="recipe-price" className="text-lg font-semibold">
        Price
      </h2>
      <PriceField {...{ price, lowest, disabled, fault, onChange }} />
      {warning && <p className="text-sm text-danger">{warning}</p>}
      {price > 0 && <Division {...{ price, cost, steps, includesTax: prices.taxPercent > 0 }} />}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Fact term="Lowest price here">
          {lowest === undefined ? 'none: rendering costs too much' : formatCents(lowest)}
        </Fact>
        <Similar kind={kind} workflowId={workflowId} />
      </dl>
    </section>
  )
}

function Division(of: Omit<Parameters<typeof describePrice>[0], 'shop'>) {
  const { name: shop } = useShop()
  const { lines, keeps, tax } = describePrice({ ...of, shop })
  return (
    <div>
      <dl className="divide-y divide-line border-y border-line">
        {lines.map(({ label, cents, note }) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-2">
            <dt className="min-w-0 text-muted">
              {label}
              {note && <span className="ml-2 text-sm">{note}</span>}
            </dt>
            <dd className={cx('font-medium tabular-nums', cents < 0 && 'text-danger')}>
              {formatCents(cents)}
            </dd>
          </div>
        ))}
      </dl>
      {tax && <p className="mt-2 text-sm text-muted">{tax}</p>}
      <p className="mt-2 text-sm">
        At {SALES_A_MONTH} sales a month you keep{' '}
        <strong className="tabular-nums">{formatCents(SALES_A_MONTH * keeps)}</strong>.
      </p>
    </div>
  )
}

function Similar({
  kind,
  workflowId,
}: {
  kind: 'image' | 'video'
  workflowId: string | undefined
}) {
  const { data, isError } = useInfiniteQuery(
    workflowsQuery({ output_type: kind, price: 'paid', sort_by: 'popular' }),
  )
  const others = data?.pages[0]?.workflows.filter(({ id }) => id !== workflowId) ?? []
  return (
    <Fact term={`Popular recipes that make a ${kind === 'image' ? 'picture' : 'film'}`}>
      {data
        ? describeSimilar(others.map((one) => one.price))
        : isError
          ? 'could not be loaded'
          : '…'}
    </Fact>
  )
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{term}:</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
