/** What had the focus is gone: a keyboard would begin again at the top of the page. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document
  return !activeElement?.isConnected || activeElement === body
}
