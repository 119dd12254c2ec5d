/** Pages of one recipe or creation: a sign-in from there returns there, from any other page it leads to Discover. */
const KEPT = /^\/(workflows|creations)\/[^/]*-/

export const returnsHere = () => KEPT.test(location.pathname)
