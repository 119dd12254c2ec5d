/** True if the focused element is gone: Tab would start again at the top of the page. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document
  return !activeElement?.isConnected || activeElement === body
}
