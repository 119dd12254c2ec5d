import { tally } from '../support/call-from.ts'
import type { Flood } from '../support/flood.ts'
import { LONG_FILM, openVisitor, publish, remix } from '../support/visitor.ts'

const COUNT = 8

/** Long films, each asked for by a fresh anonymous id, which costs the sender nothing. */
export const flood: Flood = async ({ call }) => {
  const film = await publish(openVisitor(call), LONG_FILM)
  return async () => {
    const asked = Array.from({ length: COUNT }, () => remix(openVisitor(call), film))
    return tally(await Promise.all(asked))
  }
}
