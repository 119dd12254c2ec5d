import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import type { ReactNode } from 'react'
import { Emblem } from '../../../ui/emblem.tsx'
import { Link } from '../../../ui/link.tsx'
import { Picture } from '../../../ui/media.tsx'
import { creatorRecipesQuery } from '../api/list-creator-recipes.ts'
import { workflowCreationsQuery } from '../api/list-workflow-creations.ts'

const SHOWN = 4

/** What leads on from a creation: others of its recipe, and its creator's other recipes. */
export function RelatedWork({ creation }: { creation: CreationView }) {
  const { workflow } = creation
  const others = useInfiniteQuery(workflowCreationsQuery(workflow.id))
  const recipes = useQuery(creatorRecipesQuery(workflow.creator_handle))
  const made = (others.data?.pages[0]?.creations ?? []).filter(
    (one) => one.public && one.id !== creation.id,
  )
  const more = (recipes.data?.workflows ?? []).filter((one) => one.id !== workflow.id)
  return (
    <div className="mt-16 flex flex-col gap-12">
      {made.length > 0 && (
        <Row id="more-creations" title="Others made with this recipe">
          {made.slice(0, SHOWN).map((one, i) => (
            <Tile key={one.id} to={`/creations/${one.id}`} name={`by @${one.author_handle}`}>
              <Picture
                media={one.media}
                url={one.image ?? undefined}
                alt={`Creation ${i + 1}`}
                sizes={SIZES}
              />
            </Tile>
          ))}
        </Row>
      )}
      {more.length > 0 && (
        <Row id="more-recipes" title={`More recipes by @${workflow.creator_handle}`}>
          {more.slice(0, SHOWN).map((one) => (
            <Tile
              key={one.id}
              to={`/workflows/${one.id}`}
              name={one.name}
              note={formatPrice(one.price)}
            >
              {one.sample ? (
                <Picture media={one.sample} alt="" sizes={SIZES} />
              ) : (
                <Emblem seed={one.id} />
              )}
            </Tile>
          ))}
        </Row>
      )}
    </div>
  )
}

const SIZES = '(min-width: 1024px) 20rem, 50vw'

function Row({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl wrap-anywhere">
        {title}
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">{children}</ul>
    </section>
  )
}

function Tile({
  to,
  name,
  note,
  children,
}: {
  to: `/${string}`
  name: string
  note?: string
  children: ReactNode
}) {
  return (
    <li className="min-w-0">
      <Link to={to} className="group block rounded-lg">
        <span className="block aspect-square overflow-hidden rounded-lg bg-sunken">{children}</span>
        <span className="mt-2 flex justify-between gap-3 text-sm">
          <span className="truncate group-hover:underline">{name}</span>
          {note && <span className="shrink-0 text-muted tabular-nums">{note}</span>}
        </span>
      </Link>
    </li>
  )
}
