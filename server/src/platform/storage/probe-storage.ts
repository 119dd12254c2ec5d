import { newId } from '../ids.ts'
import { findCode, ProbeError } from '../probe-error.ts'
import type { Storage } from './storage.ts'

/** S3's words for credentials that do not fit. */
const CREDENTIALS =
  /^(?:InvalidAccessKeyId|SignatureDoesNotMatch|CredentialsProviderError|InvalidToken|ExpiredToken|Forbidden)$/

/** Writes, reads and deletes a small file. */
export async function probeStorage(storage: Storage, bucket: string | undefined): Promise<string> {
  const key = `probe/${newId()}`
  const text = Buffer.from('Vignette tries its store.')
  const step = async <T>(what: string, run: () => Promise<T>): Promise<T> =>
    run().catch((error: unknown) => {
      throw new ProbeError(bucket ? ofBucket(bucket, what, error) : ofFolder(what, error))
    })
  await step('written', () => storage.put(key, text, { contentType: 'text/plain' }))
  const read = await step('read', () => storage.read(key))
  await step('deleted', () => storage.delete(key))
  if (!read.equals(text)) throw new ProbeError('The store answers another file than was written.')
  return bucket
    ? `a file was written to the bucket ${bucket}, read and deleted`
    : 'a file was written to DATA_DIR/media, read and deleted'
}

function ofBucket(bucket: string, what: string, error: unknown): string {
  const cause = (error as Error).cause ?? error
  const { name, $metadata } = cause as {
    name: string
    $metadata?: { httpStatusCode?: number }
  }
  const status = $metadata?.httpStatusCode
  if (name === 'NoSuchBucket') {
    return `There is no bucket ${bucket}: make it, or correct S3_BUCKET and S3_ENDPOINT.`
  }
  if (CREDENTIALS.test(name)) {
    return `The store refuses the credentials (${name}): copy S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY again, and compare S3_REGION.`
  }
  if (name === 'AccessDenied') {
    return `The credentials may not do this: no file of the bucket ${bucket} can be ${what} (AccessDenied); allow them to put, get, list and delete there.`
  }
  const why = status ? `${name}, status ${status}` : (findCode(cause) ?? name)
  return `No file of the bucket ${bucket} can be ${what} (${why}): look at the store, S3_ENDPOINT and S3_FORCE_PATH_STYLE.`
}

function ofFolder(what: string, error: unknown): string {
  return `No file of DATA_DIR/media can be ${what} (${findCode(error) ?? 'no reason told'}): look at the disk's room and the folder's owner.`
}
