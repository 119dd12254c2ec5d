import type { CreationView } from '@vignette/contract/creations.ts'
import { Link } from '../../../ui/link.tsx'

/**
 * Names the creation that the shown creation began with, and counts the public creations that began
 * with the shown one.
 */
export function Lineage({
  creation: { made_from: origin, remixes },
}: {
  creation: Pick<CreationView, 'made_from' | 'remixes'>
}) {
  if (!origin && remixes === 0) return null
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-2 text-sm text-muted">
      {origin && (
        <span>
          Made from{' '}
          <Link
            to={`/creations/${origin.id}`}
            className="wrap-anywhere text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            {origin.is_owner
              ? 'another creation of yours'
              : `a creation by @${origin.author_handle}`}
          </Link>
        </span>
      )}
      {remixes > 0 && (
        <span>
          {origin && <span aria-hidden>· </span>}
          {remixes === 1
            ? '1 creation was made from this'
            : `${remixes.toLocaleString('en-US')} creations were made from this`}
        </span>
      )}
    </p>
  )
}
