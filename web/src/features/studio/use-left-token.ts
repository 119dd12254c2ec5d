import { useEffect, useState } from 'react'

const KEY = 'left_money'

/**
 * The token behind the # of the link, which the vendor's form does not give back; undefined until the
 * browser has the page, empty without a token.
 */
export function useLeftToken(): string | undefined {
  const [token, setToken] = useState<string>()
  useEffect(() => setToken(location.hash.slice(1) || readKept()), [])
  return token
}

/** Keeps the token in this tab, for the return from the vendor's form. */
export function keepLeftToken(token: string): void {
  try {
    sessionStorage.setItem(KEY, token)
  } catch {
    // Without storage the person opens the letter's link again.
  }
}

function readKept(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}
