/** A listener of an event, or the answer to a port, as a feature's door declares it. */
export interface Handling {
  /** The event or port. */
  of: object
  handle: (ctx: never, news: never) => Promise<unknown>
}

/** Which listeners hear an event and which feature answers a port; made once from the features' doors. */
export interface Wiring {
  handlersOf(of: object): readonly Handling['handle'][]
}

export interface Wired {
  wiring: Wiring
}

/** Handlers of one event or port keep the order in which they are given. */
export function createWiring(handlings: readonly Handling[]): Wiring {
  const handlers = Map.groupBy(handlings, (handling) => handling.of)
  return { handlersOf: (of) => (handlers.get(of) ?? []).map(({ handle }) => handle) }
}
