import { useInfiniteQuery } from '@tanstack/react-query'
import { formatPrice } from '@vignette/contract/money.ts'
import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import { track } from '../../lib/analytics.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Link } from '../../ui/link.tsx'
import { isVideoUrl, Picture, Video } from '../../ui/media.tsx'
import { workflowsQuery } from '../workflows/index.ts'

export function Hero({ onCreator }: { onCreator: () => void }) {
  const { data } = useInfiniteQuery(workflowsQuery({ sort_by: 'popular' }))
  const shown = (data?.pages[0]?.workflows ?? []).filter((entry) => entry.sample).slice(0, 5)
  return (
    <section className="overflow-hidden">
      <div className="shell pt-14 pb-12 sm:pt-24 sm:pb-16">
        <h1 className="max-w-[14ch] text-4xl">Recipes for pictures and film.</h1>
        <div className="mt-7 flex flex-col gap-8 lg:flex-row lg:items-end lg:justify-between">
          <p className="max-w-xl text-lg text-muted">
            Somebody has already worked out how to make the image you have in mind. Bring a photo or
            a line of text, run their recipe, and keep what comes out.
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton
              to="/workflows"
              size="lg"
              onClick={() => track('landing_cta_clicked', { cta: 'discover' })}
            >
              Discover recipes
            </LinkButton>
            <Button kind="secondary" size="lg" onClick={onCreator}>
              Become a Creator
            </Button>
          </div>
        </div>
      </div>
      <Wall recipes={shown} />
    </section>
  )
}

/** Five live recipes as one composition; each place is reserved before its picture arrives. */
const places = [
  'col-span-4 row-span-2 lg:col-span-5 lg:row-span-2',
  'col-span-2 row-span-1 lg:col-span-3 lg:row-span-1',
  'col-span-2 row-span-1 lg:col-span-4 lg:row-span-1',
  'hidden lg:block lg:col-span-4 lg:row-span-1',
  'hidden lg:block lg:col-span-3 lg:row-span-1',
]

function Wall({ recipes }: { recipes: WorkflowCard[] }) {
  return (
    <div className="shell">
      <div className="grid auto-rows-[11rem] grid-cols-4 gap-2 sm:auto-rows-[15rem] sm:gap-3 lg:auto-rows-[17.5rem] lg:grid-cols-12">
        {places.map((place, index) => {
          const recipe = recipes[index]
          return (
            <div key={place} className={cx('overflow-hidden rounded-lg bg-sunken', place)}>
              {recipe && <Tile recipe={recipe} priority={index === 0} />}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Tile({ recipe, priority }: { recipe: WorkflowCard; priority: boolean }) {
  const url = recipe.sample?.url ?? recipe.sample_creation_url ?? ''
  const film = isVideoUrl(url)
  return (
    <Link
      to={`/workflows/${recipe.id}`}
      onClick={() => track('landing_recipe_clicked', { workflow_id: recipe.id })}
      className="group relative block size-full after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
    >
      {film && !recipe.sample?.preview_url ? (
        <Video url={url} label="" muted tabIndex={-1} className="size-full object-cover" />
      ) : (
        <Picture
          media={recipe.sample}
          alt=""
          priority={priority}
          sizes={priority ? '(min-width: 1024px) 40vw, 100vw' : '(min-width: 1024px) 30vw, 50vw'}
          className="transition-transform duration-700 ease-out group-hover:scale-[1.025]"
        />
      )}
      <span className="absolute inset-x-0 bottom-0 flex items-end justify-between gap-3 bg-linear-to-t from-black/85 via-black/60 to-transparent p-3 pt-14 text-sm text-white sm:p-4 sm:pt-16">
        <span className="min-w-0">
          <span className="block truncate font-medium">{recipe.name}</span>
          <span className="block truncate text-white/85">@{recipe.creator_handle}</span>
        </span>
        <span className="hidden shrink-0 tabular-nums sm:block">{formatPrice(recipe.price)}</span>
      </span>
    </Link>
  )
}
