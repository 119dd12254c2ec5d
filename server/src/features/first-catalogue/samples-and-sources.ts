import { runOf, SEEDS } from './seeds/seeds.ts'
import type { RunName } from './state-of.ts'

/** The samples in the order of Discover, each behind the runs that it is made from. */
export function samplesAndSources(): RunName[] {
  const order: RunName[] = []
  const add = (one: RunName) => {
    if (order.some(({ file, run }) => file === one.file && run === one.run)) return
    if (one.run > 0) add({ file: one.file, run: 0 })
    for (const value of Object.values(runOf(one)?.given ?? {}))
      if (typeof value !== 'string') add({ file: value.madeWith, run: value.run ?? 0 })
    order.push(one)
  }
  for (const { file } of SEEDS.toReversed()) add({ file, run: 0 })
  return order
}
