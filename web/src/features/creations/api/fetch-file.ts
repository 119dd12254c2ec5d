import { ApiError } from '../../../lib/api-error.ts'
import { callRaw } from '../../../lib/client.ts'
import { nameFromDisposition } from '../name-download.ts'

/** The creation's file under the wanted name, else under the one the server gives. */
export async function fetchFile(id: string, key?: string, filename?: string): Promise<File> {
  let response: Response
  try {
    response = await callRaw('downloadCreation', { params: { id }, query: { key, filename } })
  } catch (error) {
    if (error instanceof ApiError) throw new Error(`Download failed: ${error.status}`)
    throw error
  }
  const blob = await response.blob()
  const name = filename ?? nameFromDisposition(id, response.headers.get('content-disposition'))
  return new File([blob], name, { type: blob.type })
}
