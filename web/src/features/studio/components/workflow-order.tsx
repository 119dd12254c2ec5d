import type { OwnStorefront } from '@vignette/contract/storefronts.ts'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ArrowLeft } from '../../../ui/icons.tsx'
import { WorkflowPicture } from '../own-workflows/workflow-picture.tsx'

/** The recipes in the order of the page; without a chosen order, the newest come first. */
export function WorkflowOrder({
  recipes,
  order,
  onChange,
}: {
  recipes: OwnStorefront['recipes']
  order: readonly string[]
  onChange: (order: string[]) => void
}) {
  const id = useId()
  const [said, setSaid] = useState('')
  const sorted = sortBy(recipes, order)

  function move(at: number, to: number) {
    const recipe = sorted[at]
    if (!recipe) return
    onChange(
      sorted
        .toSpliced(at, 1)
        .toSpliced(to, 0, recipe)
        .map((one) => one.id),
    )
    setSaid(`${recipe.name} is now ${to + 1} of ${sorted.length}`)
  }

  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl font-semibold">
        Order of the recipes
      </h2>
      <p className="mt-1 text-sm text-muted">
        {order.length === 0
          ? 'The newest comes first until you move one.'
          : 'A recipe that you list later stands last until you move it.'}
      </p>
      <ol className="mt-4 flex flex-col gap-2">
        {sorted.map((recipe, at) => (
          <li
            key={recipe.id}
            className="flex items-center gap-3 rounded-lg border border-line bg-surface p-2"
          >
            <WorkflowPicture recipe={recipe} />
            <span className="min-w-0 flex-1 wrap-anywhere">{recipe.name}</span>
            <Button
              kind="ghost"
              size="icon"
              aria-label={`Move ${recipe.name} up`}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            >
              <Icon of={ArrowLeft} size={18} className="rotate-90" />
            </Button>
            <Button
              kind="ghost"
              size="icon"
              aria-label={`Move ${recipe.name} down`}
              disabled={at === sorted.length - 1}
              onClick={() => move(at, at + 1)}
            >
              <Icon of={ArrowLeft} size={18} className="-rotate-90" />
            </Button>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  )
}

/** Sorts by the chosen order; recipes outside of it follow, as they came. */
function sortBy(recipes: OwnStorefront['recipes'], order: readonly string[]) {
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  return recipes.toSorted((one, other) => place(one.id) - place(other.id))
}
