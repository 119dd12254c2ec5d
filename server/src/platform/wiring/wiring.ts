/** A listener of an event, or an answer to a port, as declared in a feature's `feature.ts`. */
export interface Handling {
  /** The event or port. */
  of: object
  handle: (ctx: never, news: never) => Promise<unknown>
}

/** Which listeners hear an event and which feature answers a port; built once from all `feature.ts`. */
export interface Wiring {
  handlersOf(of: object): readonly Handling['handle'][]
}

export interface Wired {
  wiring: Wiring
}

/** Handlers of one event or port run in the given order. */
export function createWiring(handlings: readonly Handling[]): Wiring {
  const handlers = Map.groupBy(handlings, (handling) => handling.of)
  return { handlersOf: (of) => (handlers.get(of) ?? []).map(({ handle }) => handle) }
}
