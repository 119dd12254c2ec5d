import { ApiError } from '../../../lib/api-error.ts'
import { callRaw } from '../../../lib/client.ts'
import { nameFromDisposition } from '../name-download.ts'

/** The creation's file under the given name, else under the server's name. */
export async function fetchFile(id: string, key?: string, filename?: string): Promise<File> {
  const options = { params: { id }, query: { key, filename } }
  try {
    return await callRaw('downloadCreation', options, async (response) => {
      const blob = await response.blob()
      const given = response.headers.get('content-disposition')
      return new File([blob], filename ?? nameFromDisposition(id, given), { type: blob.type })
    })
  } catch (error) {
    if (error instanceof ApiError) throw new Error(`Download failed: ${error.status}`)
    throw error
  }
}
