import { FEW_PEOPLE } from '@vignette/contract/number-limits.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Numbers } from '../api.ts'
import { barsOf, nameOf } from './bars.ts'
import { HealthChart, type Measured } from './health-chart.tsx'
import { NumberTable } from './number-table.tsx'

const secondsOf = (count: number) => `${count.toLocaleString('en-US')} s`

/** Which share of the runs delivered and how long they took: in words, and by day or month. */
export function Health({ numbers }: { numbers: Numbers }) {
  const [asTable, setAsTable] = useState(false)
  const { delivered_percent, p50, p95 } = numbers.times
  if (delivered_percent === null) return null
  const places = measure(numbers)
  const monthly = (places[0]?.name.length ?? 0) < 10
  const told = places.some((place) => place.delivered_percent !== null)
  return (
    <section aria-labelledby="times">
      <h2 id="times" className="text-xl font-semibold">
        How remixes went
      </h2>
      <p className="mt-3">
        {delivered_percent}% of the remixes that nobody cancelled delivered
        {p50 !== null && p95 !== null && (
          <>
            : half of them within {secondsOf(p50)}, 95 of 100 within {secondsOf(p95)}
          </>
        )}
        .
      </p>
      {told && (
        <div className="mt-6 flex flex-col items-start gap-6 *:w-full">
          {asTable ? (
            <NumberTable
              label={`How remixes went on each ${monthly ? 'month' : 'day'}`}
              columns={[
                { name: monthly ? 'Month' : 'Day', text: true },
                { name: 'Delivered' },
                { name: '95 of 100 within' },
              ]}
              rows={places
                .filter(({ ended }) => ended)
                .toReversed()
                .map((place) => ({
                  key: place.name,
                  cells: [
                    nameOf(place),
                    place.delivered_percent === null ? 'Too few' : `${place.delivered_percent}%`,
                    place.p95 === null ? 'Too few' : secondsOf(place.p95),
                  ],
                }))}
            />
          ) : (
            <HealthChart places={places} />
          )}
          <div>
            <Button kind="secondary" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              {asTable ? 'Show remixes as chart' : 'Show remixes as table'}
            </Button>
          </div>
        </div>
      )}
      <p className="mt-3 text-sm text-muted">
        A remix counts on the day on which it ended. What the remixes of fewer than {FEW_PEOPLE}{' '}
        people would tell of a day or month is left out.
      </p>
    </section>
  )
}

/** A place for each bar of the first chart, with what was measured there. */
function measure(numbers: Numbers): Measured[] {
  const known = new Map(numbers.health.map((one) => [one.name, one]))
  return barsOf(numbers).map(({ name }) => {
    const { delivered_percent = null, p95 = null } = known.get(name) ?? {}
    return { name, ended: known.has(name), delivered_percent, p95 }
  })
}
