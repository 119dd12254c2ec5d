import { tally } from '../support/call-from.ts'
import type { Flood } from '../support/flood.ts'
import { LONG_FILM, openVisitor, publish, remix } from '../support/visitor.ts'

const COUNT = 8

/** Each of an anonymous id of its own, which costs nothing to have. */
export const flood: Flood = async ({ call }) => {
  const film = await publish(openVisitor(call), LONG_FILM)
  return async () => {
    const asked = Array.from({ length: COUNT }, () => remix(openVisitor(call), film))
    return tally(await Promise.all(asked))
  }
}
