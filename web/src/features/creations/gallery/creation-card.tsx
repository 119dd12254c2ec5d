import type { CreationItem } from '@vignette/contract/creations.ts'
import { CARD_HEIGHTS } from '@vignette/contract/limits.ts'
import { useState } from 'react'
import { formatShortDate } from '../../../lib/dates.ts'
import { AiMade } from '../../../ui/ai-made.tsx'
import { Badge } from '../../../ui/badge.tsx'
import type { IconShape } from '../../../ui/draw-icon.tsx'
import { HoverFilm } from '../../../ui/hover-film.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Images, Lock, Play } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { HUNG, Picture } from '../../../ui/media.tsx'
import { Travel } from '../../../ui/travel.tsx'
import { chooseCreationPicture } from './choose-creation-picture.ts'

const sizes = '(min-width: 1024px) 22rem, 50vw'

export function creationCardHeight(index: number): number {
  return CARD_HEIGHTS[index % CARD_HEIGHTS.length] ?? CARD_HEIGHTS[0]
}

/** One creation in a gallery; heights cycle, so that columns do not look like a table. */
export function CreationCard({
  creation,
  index,
  title,
  onOpen,
}: {
  creation: CreationItem
  index: number
  title?: string
  onOpen?: () => void
}) {
  const [hovered, setHovered] = useState(false)
  const [opened, setOpened] = useState(false)
  const picture = chooseCreationPicture(creation)
  const date = formatShortDate(creation.created_at)
  return (
    <Link
      to={`/creations/${creation.id}`}
      onClick={() => {
        setOpened(true)
        onOpen?.()
      }}
      onPointerEnter={(event) => setHovered(event.pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
      className="group flex flex-col rounded-lg"
      style={{ height: creationCardHeight(index) }}
    >
      <Travel name={opened ? `creation-${creation.id}` : undefined}>
        <span className="relative block min-h-0 flex-1 overflow-hidden rounded-lg bg-sunken">
          {picture.kind === 'none' && (
            <span className="grid size-full place-items-center text-sm text-muted">
              Generated Content
            </span>
          )}
          {picture.kind === 'image' && (
            <Picture
              media={creation.media}
              url={picture.url}
              alt=""
              sizes={sizes}
              fit="whole"
              className={HUNG}
            />
          )}
          {picture.kind === 'video' && (
            <HoverFilm
              media={creation.media}
              url={picture.url}
              alt=""
              sizes={sizes}
              hovered={hovered}
            />
          )}
          <AiMade />
        </span>
      </Travel>
      <span className="flex shrink-0 items-center justify-between gap-2 pt-2 pb-1 text-xs text-muted group-hover:text-ink">
        <span className="truncate">
          {!title && <span className="sr-only">Creation{creation.author_handle && ' by '}</span>}
          {title ?? (creation.author_handle && `@${creation.author_handle}`)}
        </span>
        <span className="flex shrink-0 items-center gap-2">
          {picture.kind === 'video' && <Sign of={Play} name="Video" fill="currentColor" />}
          {creation.file_count && <Sign of={Images} name={`${creation.file_count} files`} />}
          {creation.proof_until && <Badge tone="accent">Proof waits</Badge>}
          {!creation.public && <Sign of={Lock} name="Private" />}
          {date}
        </span>
      </span>
    </Link>
  )
}

function Sign({ of, name, fill }: { of: IconShape; name: string; fill?: string }) {
  return (
    <span>
      <Icon of={of} size={13} fill={fill} />
      <span className="sr-only">{name}</span>
    </span>
  )
}
