/** The clipboard needs a secure context; plain http needs a hidden field. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  const active = document.activeElement
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // An open dialog traps the focus, so the field must be inside the dialog.
  const host = active?.closest('[role="dialog"]') ?? document.body
  host.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (active instanceof HTMLElement) active.focus()
  return copied
}
