import { FEW_PEOPLE } from '@vignette/contract/number-limits.ts'
import type { NumberLeaving, Numbers } from '@vignette/contract/numbers.ts'
import type { Recipe } from '../workflows/index.ts'
import { hideFew } from './rules.ts'
import type { FormGroup } from './sum-forms.ts'

const sum = (groups: readonly FormGroup[]) =>
  groups.reduce((total, { people }) => total + people, 0)

/** How many people began the form, and how many saw its summary. */
export function viewForm(groups: readonly FormGroup[] | null): Numbers['form'] {
  if (!groups) return null
  const finished = groups.filter(({ left_at }) => left_at === 0)
  return { began: hideFew(sum(groups)), finished: hideFew(sum(finished)) }
}

/** The step of the live version's form that most people left at; null where they are a few. */
export function findLeaving(
  groups: readonly FormGroup[] | null,
  { version, recipe }: { version: number; recipe: Pick<Recipe, 'inputs'> },
): NumberLeaving | null {
  const here = (groups ?? []).filter((group) => group.version === version)
  const [most] = here
    .filter(({ left_at }) => left_at > 0)
    .toSorted((a, b) => b.people - a.people || a.left_at - b.left_at)
  const input = most && recipe.inputs[most.left_at - 1]
  if (!input || most.people < FEW_PEOPLE) return null
  return { name: input.display_name || input.name || input.key, people: most.people, of: sum(here) }
}
