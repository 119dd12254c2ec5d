import { useQuery } from '@tanstack/react-query'
import type { FrontPiece } from '@vignette/contract/front-page.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { track } from '../../lib/analytics.ts'
import { countInFullRows, lookAlike, partTwins } from '../../lib/hang.ts'
import { AiMade } from '../../ui/ai-made.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Link } from '../../ui/link.tsx'
import { Picture } from '../../ui/media.tsx'
import { frontPageQuery } from './api.ts'

/** Rows of pictures in their own shapes, each with the words that made it. */
export function Pieces() {
  const { data } = useQuery(frontPageQuery)
  const pieces = useMemo(
    () =>
      partTwins(
        data?.pieces.filter(({ media }) => media.preview_url) ?? [],
        (one, other) =>
          lookAlike(one.media, other.media) ||
          (one.words !== '' && one.words === other.words && one.workflow_id === other.workflow_id),
      ),
    [data],
  )
  const { list, shown } = useFullRows(pieces)
  if (pieces.length === 0) return null
  return (
    <section aria-labelledby="made" className="shell mt-20 sm:mt-28">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="made" className="text-3xl">
          {pieces.some(({ words }) => words) ? 'Made here, from these words' : 'Made here'}
        </h2>
        <LinkButton
          kind="secondary"
          to="/workflows"
          onClick={() => track('landing_cta_clicked', { cta: 'pieces' })}
        >
          Discover recipes
        </LinkButton>
      </div>
      <ul
        ref={list}
        className={cx(
          'mt-8 flex flex-wrap gap-x-3 gap-y-6 sm:gap-x-4',
          // Without a height, since it grows narrower while the list arrives.
          shown === undefined && 'after:h-0 after:grow-[999]',
        )}
      >
        {pieces.slice(0, shown).map((piece) => (
          <Piece key={piece.creation_id ?? piece.workflow_id} piece={piece} />
        ))}
      </ul>
    </section>
  )
}

const shapeOf = ({ media }: FrontPiece) => (media.width ?? 1) / (media.height ?? 1)

/** How many of them fill the rows of the list; the server, which knows no width, shows all. */
function useFullRows(pieces: readonly FrontPiece[]) {
  const list = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState<number>()
  useEffect(() => {
    const element = list.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      const entry = element.firstElementChild
      if (!entry) return
      const tall = Number.parseFloat(getComputedStyle(entry).getPropertyValue('--tall')) * REM()
      const widths = pieces.map((piece) => tall * shapeOf(piece))
      const gap = Number.parseFloat(getComputedStyle(element).columnGap)
      setShown(countInFullRows(widths, { room: element.clientWidth, gap }))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [pieces])
  return { list, shown }
}

const REM = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

function Piece({ piece }: { piece: FrontPiece }) {
  const { media, words, workflow_name: recipe } = piece
  const shape = shapeOf(piece)
  return (
    // A row shares its width by the pictures' shapes, so that all are as tall.
    <li
      className="group relative min-w-0 [--tall:8.5rem] sm:[--tall:14rem]"
      style={{ flex: `${shape} 1 calc(var(--tall) * ${shape})` }}
    >
      <div
        className="relative overflow-hidden rounded-md bg-sunken"
        style={{ aspectRatio: String(shape) }}
      >
        <Picture
          media={media}
          alt=""
          sizes="(min-width: 1024px) 24rem, 50vw"
          className="transition-transform duration-700 ease-out motion-safe:group-hover:scale-[1.025]"
        />
        <AiMade />
      </div>
      <Link
        to={
          piece.creation_id ? `/creations/${piece.creation_id}` : `/workflows/${piece.workflow_id}`
        }
        onClick={() => track('landing_recipe_clicked', { workflow_id: piece.workflow_id })}
        className="mt-2 block text-sm after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
      >
        {words && <span className="line-clamp-2">{words} </span>}
        <span className={words ? 'block truncate text-muted' : 'block truncate'}>{recipe}</span>
      </Link>
    </li>
  )
}
