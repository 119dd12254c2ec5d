import { useQuery } from '@tanstack/react-query'
import { CREATOR_SHARE_PERCENT } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { Answer } from '../../../lib/client.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/empty-state.tsx'
import { type Figure, Figures } from '../../../ui/figures.tsx'
import { Link } from '../../../ui/link.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { earningsQuery } from '../api/get-earnings.ts'
import { EarningsChart } from './earnings-chart.tsx'

export function EarningsPanel() {
  const { data, error, refetch } = useQuery(earningsQuery)
  if (data) return <Earnings earnings={data} />
  if (error) {
    return (
      <ErrorState
        error={error}
        title="Failed to load earnings"
        level={3}
        action={<Button onClick={() => void refetch()}>Try Again</Button>}
      />
    )
  }
  return <Skeleton className="h-72 w-full rounded-lg" />
}

export function Earnings({ earnings }: { earnings: Answer<'getEarnings'> }) {
  const figures: Figure[] = [
    {
      label: 'Pending',
      value: formatCents(earnings.pending),
      hint: `Clears after ${earnings.clearance_days} days`,
    },
    {
      label: 'Available',
      value: formatCents(earnings.available),
      hint: 'Ready for the next payout',
    },
    {
      label: 'Lifetime',
      value: formatCents(earnings.lifetime),
      hint: `Your ${CREATOR_SHARE_PERCENT}% of every purchase${isTaxed(earnings) ? ', after tax' : ''}, and commission`,
    },
  ]
  return (
    <section aria-labelledby="earnings" className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="earnings" className="text-xl font-semibold">
          Earnings
        </h2>
        <LinkButton kind="secondary" size="sm" to="/studio/money" className="ml-auto">
          Payouts
        </LinkButton>
        <LinkButton kind="secondary" size="sm" to="/studio/sales">
          Sales
        </LinkButton>
      </div>
      {earnings.test_mode && (
        <p role="note" className="rounded-lg border border-line bg-surface p-4 text-sm">
          This is test money: payments here are in test mode, so nothing was charged and nothing
          will be paid out.
        </p>
      )}
      <Figures figures={figures} />
      {earnings.free_runs > 0 && (
        <p className="text-sm text-muted">
          Free runs by your codes took {formatCents(earnings.free_runs)} from your balance so far;
          what you earned is not lowered by it.
        </p>
      )}
      {earnings.recipes.length > 0 && (
        <div>
          <h3 className="mb-4 text-lg font-semibold">Last {earnings.days.length} days</h3>
          <EarningsChart days={earnings.days} />
        </div>
      )}
      <WorkflowEarnings recipes={earnings.recipes} showTax={isTaxed(earnings)} />
    </section>
  )
}

function isTaxed({ recipes }: Answer<'getEarnings'>): boolean {
  return recipes.some(({ tax }) => tax > 0)
}

function WorkflowEarnings({
  recipes,
  showTax,
}: {
  recipes: Answer<'getEarnings'>['recipes']
  showTax: boolean
}) {
  if (recipes.length === 0) {
    return <p className="text-sm text-muted">No sales yet. They are listed here by recipe.</p>
  }
  return (
    <div>
      <h3 className="mb-2 text-lg font-semibold">By recipe</h3>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Earnings by recipe">
        <table className="w-full text-sm tabular-nums">
          <thead className="text-left text-muted">
            <tr>
              <th className="py-2 font-medium">Recipe</th>
              <th className="py-2 pl-4 text-right font-medium">Sales</th>
              <th className="hidden py-2 pl-4 text-right font-medium sm:table-cell">
                Paid, after refunds
              </th>
              {showTax && (
                <th className="hidden py-2 pl-4 text-right font-medium sm:table-cell">Tax in it</th>
              )}
              <th className="py-2 pl-4 text-right font-medium">Earned</th>
            </tr>
          </thead>
          <tbody>
            {recipes.map((recipe) => (
              <tr key={recipe.workflow_id} className="border-t border-line">
                <td className="max-w-36 py-2.5 sm:max-w-md">
                  <Link
                    to={`/workflows/${recipe.workflow_id}`}
                    className="block truncate font-medium hover:underline"
                  >
                    {recipe.name}
                  </Link>
                </td>
                <td className="py-2.5 pl-4 text-right">{recipe.sales}</td>
                <td className="hidden py-2.5 pl-4 text-right sm:table-cell">
                  {formatCents(recipe.gross)}
                </td>
                {showTax && (
                  <td className="hidden py-2.5 pl-4 text-right sm:table-cell">
                    {formatCents(recipe.tax)}
                  </td>
                )}
                <td className="py-2.5 pl-4 text-right font-medium">{formatCents(recipe.earned)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
