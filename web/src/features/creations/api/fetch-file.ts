import { ApiError } from '../../../lib/api-error.ts'
import { callRaw } from '../../../lib/client.ts'
import { nameFromDisposition } from '../name-download.ts'

/**
 * Downloads the creation's file, or the printed page of a picture, under the given name or else the
 * server's.
 */
export async function fetchFile(
  id: string,
  query: { key?: string | undefined; filename?: string; format?: 'pdf' | undefined },
): Promise<File> {
  try {
    return await callRaw('downloadCreation', { params: { id }, query }, async (response) => {
      const blob = await response.blob()
      const given = response.headers.get('content-disposition')
      return new File([blob], query.filename ?? nameFromDisposition(id, given), { type: blob.type })
    })
  } catch (error) {
    if (error instanceof ApiError) throw new Error(`Download failed: ${error.status}`)
    throw error
  }
}
