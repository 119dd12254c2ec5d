/** A figure of the set at another size and place, such as a tool in a hand. */
export const scaled = (set, name, scale, x, y) =>
  set(name).map(([fill, path, opacity]) => [fill, path, opacity, [scale, x, y]])

/** A figure of the set with other colours. */
export const dyed = (set, name, fills) =>
  set(name).map(([fill, path, opacity]) => [fills[fill.toUpperCase()] ?? fill, path, opacity])
