const KEY = 'sign_in_return'

/** Keeps the path to return to after a sign-in in mid-task; undefined removes the path. */
export function keepReturn(path: string | undefined): void {
  try {
    if (path === undefined) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, path)
  } catch {
    // Without storage, a sign-in ends in Discover, which is always allowed.
  }
}

/** Removes the path, so that a later sign-in ends in Discover. */
export function takeReturn(): string | undefined {
  try {
    const path = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return path?.startsWith('/') ? path : undefined
  } catch {
    return undefined
  }
}
