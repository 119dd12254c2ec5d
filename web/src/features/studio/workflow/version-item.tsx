import { differsFrom } from '@vignette/contract/generation-time.ts'
import { formatCents, formatPrice } from '@vignette/contract/money.ts'
import type { License } from '@vignette/contract/recipe-limits.ts'
import { formatLongDate } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/media.tsx'
import type { Version } from '../api.ts'
import { MeasuredTime } from './measured-time.tsx'

const LICENCES: Record<License, string> = {
  personal: 'Personal use',
  commercial: 'Commercial use',
  'cc-by': 'CC BY',
}

const share = (percent: number | null) => (percent === null ? '–' : `${percent}%`)

export function VersionItem({
  id,
  version,
  onAgain,
}: {
  /** The recipe's. */
  id: string
  version: Version
  /** Undefined where no version may go live. */
  onAgain: (() => void) | undefined
}) {
  const title = `version-${version.version}`
  const figures: [string, string][] = [
    ['Price', formatPrice(version.price)],
    ['Licence', LICENCES[version.license]],
    ['Remixes', version.runs.toLocaleString('en-US')],
    ['Delivered', share(version.delivered_percent)],
    ['Refunded', share(version.refunded_percent)],
    ['Earned', formatCents(version.earned)],
  ]
  return (
    <li aria-labelledby={title} className="rounded-lg border border-line bg-surface p-5">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h3
            id={title}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold"
          >
            Version {version.version}
            {onAgain && version.live && <Badge tone="good">Live</Badge>}
          </h3>
          <p className="mt-0.5 text-sm text-muted">{formatLongDate(version.created_at)}</p>
          {version.note && <p className="mt-2 break-words">{version.note}</p>}
        </div>
        {version.sample && (
          <span className="size-16 shrink-0 overflow-hidden rounded-md bg-sunken">
            <Picture media={version.sample} alt="Sample of this version" sizes="64px" />
          </span>
        )}
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 text-sm tabular-nums sm:grid-cols-3 xl:grid-cols-6">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {onAgain &&
        version.measured_time &&
        differsFrom(version.generation_time, version.measured_time) && (
          <MeasuredTime id={id} version={version} measured={version.measured_time} />
        )}
      {onAgain && !version.live && (
        <Button kind="secondary" className="mt-4" onClick={onAgain}>
          Publish version {version.version} again
        </Button>
      )}
    </li>
  )
}
