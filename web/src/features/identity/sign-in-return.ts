const KEY = 'sign_in_return'

/** Where this tab goes on after a sign-in that was asked for in the middle of something; none forgets it. */
export function keepReturn(path: string | undefined): void {
  try {
    if (path === undefined) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, path)
  } catch {
    // Without storage a sign-in ends in Discover, as it always may.
  }
}

/** Once: a later sign-in goes on where every other does. */
export function takeReturn(): string | undefined {
  try {
    const path = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return path?.startsWith('/') ? path : undefined
  } catch {
    return undefined
  }
}
