import type { Feature } from '../feature.ts'
import { ownedListeners } from '../features/identity/index.ts'
import { createWiring, type Wiring } from '../platform/wiring.ts'
import { LOCK_ORDER } from '../schema/owned.ts'
import { FEATURES } from './features.ts'

/**
 * Throws where a port or survey has no answerer, or a port two, so that no question silently gets a
 * default answer.
 */
export function wireFeatures(features: readonly Feature[] = FEATURES): Wiring {
  const listeners = [ownedListeners, ...features.map(({ listeners = [] }) => listeners)]
    .flat()
    .toSorted((a, b) => LOCK_ORDER.indexOf(a.locks) - LOCK_ORDER.indexOf(b.locks))
  const answers = features.flatMap((feature) => feature.answers ?? [])
  const asked = features.flatMap((feature) => feature.asks ?? [])
  for (const port of asked) {
    const { length } = answers.filter(({ of }) => of === port)
    if (port.answerers === 'one' ? length !== 1 : length === 0) {
      const needed = port.answerers === 'one' ? 'exactly one' : 'at least one'
      throw new Error(`${length} features answer ${port.name}, which needs ${needed}`)
    }
  }
  const unasked = answers.find(({ of }) => !asked.some((port) => port === of))
  if (unasked) throw new Error('a feature answers a port that no feature asks')
  return createWiring([...listeners.flatMap(({ hears }) => hears), ...answers])
}
