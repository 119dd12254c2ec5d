import { useInfiniteQuery } from '@tanstack/react-query'
import type { MediaView } from '@vignette/contract/entities.ts'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { peekAnonymousId } from '../../../lib/anonymous-id.ts'
import { isNotFound } from '../../../lib/api-error.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/media.tsx'
import { userCreationsQuery } from '../../creations/index.ts'

/** Drawn by the local studio, so that they are the shop's own. */
const OURS = [
  { url: '/samples/lake.webp', name: 'A lake at dawn' },
  { url: '/samples/harbour.webp', name: 'A harbour at sunset' },
  { url: '/samples/fox.webp', name: 'A fox in the forest' },
]

export interface Offer {
  url: string
  name: string
  /** Of a creation: its file is on the server already. */
  media?: MediaView
}

/** Pictures for a visitor without one at hand: the visitor's own creations, and ours to try with. */
export function PictureOffers({ onTake }: { onTake: (offer: Offer) => void }) {
  return (
    <div className="mt-1 flex flex-col gap-x-8 gap-y-4 sm:flex-row">
      <OwnCreations onTake={onTake} />
      <Strip
        title="Try with ours"
        offers={OURS}
        onTake={onTake}
        shown={({ url }) => <Picture url={url} alt="" sizes="6rem" />}
      />
    </div>
  )
}

function OwnCreations({ onTake }: { onTake: (offer: Offer) => void }) {
  const { user, loading } = useAuth()
  const [guest, setGuest] = useState<string>()
  useEffect(() => setGuest(peekAnonymousId()), [])
  const owner = user?.id ?? guest
  const list = useInfiniteQuery({
    ...userCreationsQuery(owner ?? ''),
    enabled: !loading && owner !== undefined,
  })
  // A guest who has made nothing yet has no list.
  if (list.isError && !isNotFound(list.error)) {
    return (
      <p className="text-sm text-muted">
        Your creations could not be loaded.{' '}
        <Button kind="ghost" size="sm" onClick={() => void list.refetch()}>
          Try again
        </Button>
      </p>
    )
  }
  const offers = (list.data?.pages ?? []).flatMap(({ items }) =>
    items.flatMap(({ media, proof_until, workflow_name }): Offer[] =>
      media?.kind === 'image' && !proof_until
        ? [{ url: media.url, name: workflow_name || 'Your creation', media }]
        : [],
    ),
  )
  if (offers.length === 0) return null
  return (
    <Strip
      title="From your creations"
      offers={offers}
      onTake={onTake}
      shown={({ media }) => <Picture media={media} alt="" sizes="6rem" fit="whole" />}
      more={
        list.hasNextPage && (
          <Button
            kind="secondary"
            size="sm"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        )
      }
    />
  )
}

function Strip({
  title,
  offers,
  onTake,
  shown,
  more,
}: {
  title: string
  offers: readonly Offer[]
  onTake: (offer: Offer) => void
  shown: (offer: Offer) => ReactNode
  more?: ReactNode
}) {
  const id = useId()
  return (
    <div className="min-w-0 sm:last:shrink-0">
      <h3 id={id} className="text-sm text-muted">
        {title}
      </h3>
      <ul
        aria-labelledby={id}
        className="-mx-1 mt-1.5 flex items-center gap-2.5 overflow-x-auto p-1"
      >
        {offers.map((offer) => (
          <li key={offer.url} className="shrink-0">
            <button
              type="button"
              aria-label={`Use ${offer.name}`}
              title={offer.name}
              onClick={() => onTake(offer)}
              className="block size-20 overflow-hidden rounded-md bg-sunken outline-offset-2 transition-opacity hover:opacity-80"
            >
              {shown(offer)}
            </button>
          </li>
        ))}
        {more && <li className="shrink-0">{more}</li>}
      </ul>
    </div>
  )
}
