import type { QueryClient } from '@tanstack/react-query'
import type { ErrorBody } from '@vignette/contract/errors.ts'
import { API_BASE, paths } from '@vignette/contract/paths.ts'
import { UPLOAD_TIMEOUT_MS } from '@vignette/contract/upload-limits.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { buildHeaders, call } from '../../../lib/client.ts'

/** The address of a note's file: a POST writes the file, a link opens it. */
export const disputeFileUrl = (id: string) =>
  `${API_BASE}${paths.getDisputeFile[1].replace(':id', encodeURIComponent(id))}`

const shown = (client: QueryClient) => client.invalidateQueries({ queryKey: ['disputes'] })

export async function writeDisputeNote(
  client: QueryClient,
  id: string,
  text: string,
): Promise<void> {
  await call('writeDisputeNote', { params: { id }, body: { text } })
  await shown(client)
}

export async function removeDisputeFile(client: QueryClient, id: string): Promise<void> {
  await call('removeDisputeFile', { params: { id } })
  await shown(client)
}

export async function attachDisputeFile(
  client: QueryClient,
  id: string,
  file: File,
): Promise<void> {
  const body = new FormData()
  body.append('file', file, file.name)
  const response = await fetch(disputeFileUrl(id), {
    method: 'POST',
    headers: buildHeaders('POST'),
    credentials: 'include',
    signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
    body,
  })
  if (!response.ok) {
    const fault = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined
    throw new ApiError(response.status, response.statusText, fault)
  }
  await shown(client)
}
