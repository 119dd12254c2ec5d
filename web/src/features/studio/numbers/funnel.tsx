import { type Numbers, type WorkflowNumbers } from '../api.ts'
import { countOf, describePeople, percentOf } from './describe-people.ts'

/** Shows how many visitors took each step from the visit to the sale. */
export function Funnel({
  total,
  form,
  leaving,
}: Pick<Numbers, 'total' | 'form'> & Partial<Pick<WorkflowNumbers, 'leaving'>>) {
  const { visitors, checkouts, authorized, runs, delivered, sales } = total
  const sells = checkouts > 0
  const steps = [
    { name: 'Visitors', count: visitors },
    ...(form
      ? [
          { name: 'Began the form', count: form.began },
          { name: 'Saw its summary', count: form.finished },
        ]
      : []),
    ...(sells
      ? [
          { name: 'Opened the checkout', count: checkouts },
          { name: 'Card authorised', count: authorized },
        ]
      : []),
    { name: 'Remixes begun', count: runs },
    { name: 'Delivered', count: delivered },
    ...(sells ? [{ name: 'Charged', count: sales }] : []),
  ]
  const most = Math.max(1, ...steps.map(({ count }) => count ?? 0))
  return (
    <section aria-labelledby="funnel">
      <h2 id="funnel" className="text-xl font-semibold">
        From visit to {sells ? 'sale' : 'creation'}
      </h2>
      <ol className="mt-4 flex flex-col gap-3">
        {steps.map(({ name, count }, at) => (
          <li key={name} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-sm">
            <span>{name}</span>
            <span className="tabular-nums">
              {count === null ? describePeople(null) : countOf(count)}
              {at > 0 && (
                <span className="inline-block w-16 text-right text-muted">
                  {count === null ? '–' : percentOf(count, visitors)}
                </span>
              )}
            </span>
            <span
              aria-hidden="true"
              className="col-span-2 h-2 overflow-hidden rounded-full bg-sunken"
            >
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${(100 * (count ?? 0)) / most}%` }}
              />
            </span>
          </li>
        ))}
      </ol>
      {leaving && (
        <p className="mt-4">
          Most who leave the form leave at “{leaving.name}”: {countOf(leaving.people)} of the{' '}
          {countOf(leaving.of)} who began it in the live version.
        </p>
      )}
      <p className="mt-3 text-sm text-muted">
        Percentages are of the visitors. A person counts once a day, and may remix a recipe more
        than once.{' '}
        {form
          ? 'How far people came in the form is what their browsers report: some report nothing and are missing here.'
          : 'How far people came in the form is not counted here: this site sends such reports to another collector.'}
      </p>
    </section>
  )
}
