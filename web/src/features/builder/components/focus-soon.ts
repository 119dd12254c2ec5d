/** Moves the focus to an element that is there once React has drawn the change. */
export function focusSoon(selector: string): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(selector)
    element?.focus()
    element?.scrollIntoView({ block: 'nearest' })
  })
}
