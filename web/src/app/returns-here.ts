/**
 * The pages of one recipe or creation. A sign-in that begins on one of them returns there; from any
 * other page a sign-in leads to Discover.
 */
const KEPT = /^\/(workflows|creations)\/[^/]*-/

export const returnsHere = () => KEPT.test(location.pathname)
