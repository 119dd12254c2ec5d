import { API_BASE, paths } from '@vignette/contract/paths.ts'

/**
 * A plain form post; an external collector answers opaquely, so only a network failure is visible.
 */
export async function joinWaitlist(
  email: string,
  name: string,
  url: string = `${API_BASE}${paths.joinWaitlist[1]}`,
): Promise<void> {
  const form = new URLSearchParams({ email: email.trim() })
  if (name.trim()) form.set('name', name.trim())
  const foreign = new URL(url, location.href).origin !== location.origin
  const response = await fetch(url, {
    method: 'POST',
    body: form,
    ...(foreign ? { mode: 'no-cors' as const, credentials: 'omit' as const } : {}),
  })
  if (!foreign && !response.ok) throw new Error(`HTTP ${response.status}: ${response.statusText}`)
}
