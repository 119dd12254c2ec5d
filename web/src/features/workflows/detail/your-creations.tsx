import { useInfiniteQuery } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { formatLocalMinute } from '../../../lib/dates.ts'
import { useSignIn } from '../../../lib/identity/use-sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Picture, Video } from '../../../ui/media.tsx'
import { chooseCreationPicture, userCreationsQuery } from '../../creations/index.ts'

/** A signed-out visitor's creations on this device, with an offer to sign in. */
export function YourCreations({ visitor }: { visitor: string }) {
  const { offered, label, starting, start } = useSignIn()
  const list = useInfiniteQuery(userCreationsQuery(visitor))
  const items = list.data?.pages[0]?.items ?? []
  if (items.length === 0) return null
  const [soonest] = items
    .flatMap(({ id, proof_until }) => (proof_until ? [{ id, until: proof_until }] : []))
    .toSorted((one, other) => one.until.localeCompare(other.until))
  return (
    <section
      aria-label="Your creations"
      className="mt-9 flex flex-wrap items-center gap-x-8 gap-y-3 rounded-xl bg-sunken p-4 sm:p-5"
    >
      {soonest && (
        <Link
          to={`/creations/${soonest.id}`}
          className="basis-full rounded-lg border border-line-strong bg-surface px-4 py-3 hover:border-ink"
        >
          Your proof waits until <b className="font-semibold">{formatLocalMinute(soonest.until)}</b>
          . Nothing is charged unless you keep it.
        </Link>
      )}
      <div className="max-w-xs">
        <h2 className="font-semibold">Your creations</h2>
        <p className="text-sm text-muted">
          They live in this browser only.{offered && ' Sign in to keep them.'}{' '}
          <Link to="/profile?tab=creations" className="text-ink underline underline-offset-4">
            See all that is yours
          </Link>
        </p>
      </div>
      {/* On a wide screen the pictures stand beside the words: one picture leaves no empty bar. */}
      <ul className="-mx-1 flex min-w-0 basis-full gap-2.5 overflow-x-auto p-1 lg:flex-1 lg:basis-0">
        {items.slice(0, 12).map((item) => {
          const picture = chooseCreationPicture(item)
          return (
            <li key={item.id} className="shrink-0">
              <Link
                to={`/creations/${item.id}`}
                aria-label={`Your creation with ${item.workflow_name}`}
                className="block size-24 overflow-hidden rounded-md bg-line"
              >
                {picture.kind === 'video' && !item.media?.preview_url ? (
                  <Video url={picture.url} label="" muted className="size-full object-contain" />
                ) : (
                  <Picture
                    media={item.media}
                    url={picture.kind === 'none' ? undefined : picture.url}
                    alt=""
                    sizes="6rem"
                    fit="whole"
                  />
                )}
              </Link>
            </li>
          )
        })}
      </ul>
      {offered && (
        <Button
          kind="secondary"
          size="sm"
          busy={starting}
          onClick={() => {
            track('keep_creations_clicked')
            void start()
          }}
        >
          {label}
        </Button>
      )}
    </section>
  )
}
