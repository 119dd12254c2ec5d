import type { RouteName } from '@vignette/contract/paths.ts'
import type { Cast, Role, World } from './world.ts'

export interface Ask {
  params?: Record<string, string>
  query?: string
  body?: unknown
  form?: () => Promise<FormData>
}

export interface Row {
  /** The kind of object that the route is called on. */
  on: string
  /** The expected statuses for stranger, another visitor, another user, owner and admin. */
  answers: readonly [number, number, number, number, number]
  /** Makes an object before the row, once or for each caller; `ask` receives its id. */
  fresh?: (world: World) => Promise<string>
  freshEach?: boolean
  /** The call ends sessions or accounts, so the row has its own cast. */
  ownCast?: boolean
  ask: (world: World, role: Role, fresh: string, cast: Cast) => Ask
}

export const EVERYBODY = [200, 200, 200, 200, 200] as const
export const CREATED = [201, 201, 201, 201, 201] as const
export const NOBODY = [404, 404, 404, 404, 404] as const
/** Other callers get 404, as for a missing object. */
export const OWNER = [404, 404, 404, 200, 404] as const
export const OWNER_AND_ADMIN = [404, 404, 404, 200, 200] as const
/** A read that needs a principal, which a stranger does not have yet. */
export const OWN_READ = [401, 404, 404, 200, 404] as const
export const OWN_READ_OF_NONE = [401, 404, 404, 404, 404] as const
export const IN_OWN_NAME = [403, 403, 403, 200, 403] as const
export const SIGNED_IN = [401, 401, 200, 200, 200] as const
export const ADMIN = [401, 401, 403, 403, 200] as const

export const on = (id: string) => ({ params: { id } })
export const nothing = () => ({})
export const wish = { user_inputs: { wish: 'boat' } }

/** Rows of routes by the routes' names. */
export function defineRows<Name extends RouteName>(rows: Record<Name, Row[]>): Record<Name, Row[]> {
  return rows
}

/**
 * Rows of a route that reads a recipe for its creator; the creator may also read a recipe taken
 * down up to 30 days ago.
 */
export function ownReadings(more: Record<string, string> = {}): Row[] {
  const read = (id: string): Ask => ({ params: { id, ...more } })
  return [
    { on: 'a recipe', answers: [401, 403, 403, 200, 403], ask: (w) => read(w.recipe) },
    { on: 'a hidden recipe', answers: [401, 404, 404, 200, 403], ask: (w) => read(w.hiddenRecipe) },
    { on: 'a withdrawn recipe', answers: OWN_READ, ask: (w) => read(w.withdrawnRecipe) },
  ]
}
