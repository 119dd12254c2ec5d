import type { Figure, Kind } from '../figures/kinds.ts'
import type { Relation } from './grammar.ts'

export const isActor = (kind: Kind | undefined) => kind === 'person' || kind === 'animal'

/** Where a new figure is placed, relative to the figure that the relation names. */
export function linkTo(
  cast: readonly { kind: Kind }[],
  figure: Figure,
  relation: Relation | undefined,
  subject: number | undefined,
): { to?: { relation: Relation; member: number } } {
  if (!relation || subject === undefined || !cast[subject]) return {}
  const wears = figure.kind === 'clothes'
  const actor = isActor(cast[subject]?.kind)
  if (wears && actor) return { to: { relation: 'wears', member: subject } }
  if (relation === 'wears') return {}
  const small =
    (figure.kind === 'thing' || figure.kind === 'food' || figure.kind === 'plant') &&
    figure.metres <= 1.2
  if (figure.name === 'umbrella' && actor && (relation === 'holds' || relation === 'beside'))
    return { to: { relation: 'under', member: subject } }
  if (relation === 'beside' && figure.kind === 'vehicle')
    return { to: { relation, member: subject } }
  if (small && actor && (relation === 'holds' || relation === 'beside'))
    return { to: { relation: 'holds', member: subject } }
  return { to: { relation: relation === 'holds' ? 'beside' : relation, member: subject } }
}
