import type { OwnWorkflowRow } from '@vignette/contract/own-workflows.ts'
import { useState } from 'react'
import { formatLocalDate } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { describeReason } from '../../creations/index.ts'
import { ObjectDialog } from './object-dialog.tsx'

type Hidden = Pick<
  OwnWorkflowRow,
  'id' | 'name' | 'hidden_reason' | 'hidden_at' | 'objected_at' | 'claim'
>

/** Why and when an admin hid the recipe, and the way to object. */
export function HiddenNote({ recipe }: { recipe: Hidden }) {
  const [objecting, setObjecting] = useState(false)
  const { hidden_at, hidden_reason, objected_at } = recipe
  const reason = describeReason(hidden_reason)
  if (recipe.claim)
    return (
      <p className="min-w-0 break-words">
        The claim {recipe.claim} hides it{hidden_at ? ` since ${formatLocalDate(hidden_at)}` : ''}.{' '}
        <a className="underline underline-offset-4" href={`/claims/${recipe.claim}`}>
          Read why, and object
        </a>
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 break-words">
        An admin hid it{hidden_at ? ` on ${formatLocalDate(hidden_at)}` : ''}
        {reason ? `: ${reason}.` : '.'}
      </p>
      {objected_at ? (
        <p>You objected on {formatLocalDate(objected_at)}. An admin looks at it again.</p>
      ) : (
        <Button
          kind="secondary"
          aria-label={`Object to the hiding of ${recipe.name}`}
          onClick={() => setObjecting(true)}
        >
          Object
        </Button>
      )}
      {objecting && <ObjectDialog recipe={recipe} onClose={() => setObjecting(false)} />}
    </div>
  )
}
