import { useQuery } from '@tanstack/react-query'
import { CREATOR_SHARE_PERCENT } from '@vignette/contract/limits.ts'
import { creatorShareCents, formatCents } from '@vignette/contract/money.ts'
import { useId, useState } from 'react'
import { configQuery } from '../../lib/config.ts'
import { useShop } from '../../lib/shop.ts'
import { Button } from '../../ui/button.tsx'
import { lowestPrice } from './copy.ts'
import { Section } from './sections.tsx'

const STEP = 50
/** The lowest round price above the price floor. */
const LOWEST = Math.ceil(lowestPrice() / STEP) * STEP

/** Shows a price's parts by `creatorShareCents`, which also splits real sales. */
export function Pricing({ onCreator }: { onCreator: () => void }) {
  const id = useId()
  const { name: shop } = useShop()
  const [price, setPrice] = useState(300)
  const share = creatorShareCents(price)
  const { data } = useQuery(configQuery)
  return (
    <Section
      word="Pricing"
      label="Pricing"
      shot={6}
      title={`Creators keep ${CREATOR_SHARE_PERCENT}%.`}
      lead="Publishing is free, without a monthly fee. Fans pay for each remix."
    >
      <div className="rounded-xl border border-line bg-surface p-6 sm:p-9">
        <label htmlFor={id} className="text-sm text-muted">
          If a remix costs
        </label>
        <output htmlFor={id} className="block text-4xl font-semibold tabular-nums">
          {formatCents(price)}
        </output>
        <input
          id={id}
          type="range"
          min={LOWEST}
          max={2000}
          step={STEP}
          value={price}
          aria-valuetext={formatCents(price)}
          onChange={(event) => setPrice(Number(event.target.value))}
          className="mt-5 h-6 w-full accent-ink"
        />
        <div aria-hidden className="mt-6 flex h-2 gap-1">
          <span className="rounded-full bg-accent" style={{ width: `${CREATOR_SHARE_PERCENT}%` }} />
          <span className="flex-1 rounded-full bg-line" />
        </div>
        <dl className="mt-4 flex justify-between gap-6">
          <div>
            <dt className="text-sm text-muted">The creator keeps</dt>
            <dd className="text-xl font-semibold tabular-nums">{formatCents(share)}</dd>
          </div>
          <div className="text-right">
            <dt className="text-sm text-muted">{shop}, with card fees and rendering</dt>
            <dd className="text-xl font-semibold tabular-nums">{formatCents(price - share)}</dd>
          </div>
        </dl>
        {data?.prices_include_tax && (
          <p className="mt-4 text-sm text-muted">Less the buyer’s tax, which the price includes.</p>
        )}
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
        <p className="text-muted">Credits and memberships are coming soon.</p>
        <Button kind="secondary" onClick={onCreator}>
          Become a Creator
        </Button>
      </div>
    </Section>
  )
}
