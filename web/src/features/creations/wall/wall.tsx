import { useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import type { Answer } from '../../../lib/client.ts'
import { lookAlike, partTwins } from '../../../lib/hang.ts'
import { AiMade } from '../../../ui/ai-made.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Play } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { Picture } from '../../../ui/media.tsx'
import { Travel } from '../../../ui/travel.tsx'

type Made = Answer<'listPublicCreations'>['creations'][number]

/** Pictures of a more extreme shape are cropped to these, so that their neighbours keep room. */
const FLATTEST = 2.4
const TALLEST = 0.5
/** The number of pictures that may be in the first view, and are loaded at once. */
const FIRST = 4

const areTwins = (one: Made, other: Made) =>
  one.media && other.media ? lookAlike(one.media, other.media) : one.image === other.image

/** Rows of pictures in their own shapes; a further page moves at most the last row. */
export function Wall({ creations }: { creations: readonly Made[] }) {
  return (
    <ul
      aria-label="Creations"
      className="flex flex-wrap gap-x-3 gap-y-6 after:grow-[999] sm:gap-x-4"
    >
      {partTwins(creations, areTwins).map((made, index) => (
        <Entry key={made.id} made={made} priority={index < FIRST} />
      ))}
    </ul>
  )
}

function Entry({ made, priority }: { made: Made; priority: boolean }) {
  const [opened, setOpened] = useState(false)
  const { media, workflow_name: recipe, author_handle: maker } = made
  const own = (media?.width ?? 1) / (media?.height ?? 1)
  const shape = Math.min(FLATTEST, Math.max(TALLEST, own))
  return (
    // Each picture's width follows its shape, so that all pictures of a row have the same height.
    <li
      className="group relative min-w-0 [--tall:8rem] sm:[--tall:16rem]"
      style={{ flex: `${shape} 1 calc(var(--tall) * ${shape})` }}
    >
      <Travel name={opened ? `creation-${made.id}` : undefined}>
        <div
          className="relative overflow-hidden rounded-md bg-sunken"
          style={{ aspectRatio: String(shape) }}
        >
          <Picture
            media={media}
            url={made.image ?? undefined}
            alt=""
            priority={priority}
            sizes="(min-width: 1024px) 26rem, 60vw"
            fit={shape === own ? 'cover' : 'whole'}
            failure="Preview unavailable"
          />
          <AiMade />
          {made.video && (
            <span className="absolute right-2 bottom-2 grid size-8 place-items-center rounded-full bg-black/60 text-white">
              <Icon of={Play} size={14} fill="currentColor" />
            </span>
          )}
        </div>
      </Travel>
      <Link
        to={`/creations/${made.id}`}
        onClick={() => {
          setOpened(true)
          track('creation_card_clicked', { creation_id: made.id })
        }}
        className="mt-2 block text-sm after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
      >
        <span className="block truncate">
          {recipe}
          {made.video && <span className="sr-only">, a film</span>}
        </span>
        <span className="block truncate text-muted">@{maker}</span>
      </Link>
    </li>
  )
}
