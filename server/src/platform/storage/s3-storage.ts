import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { createS3Client, type S3Options } from './s3-client.ts'
import {
  type ByteRange,
  MissingFile,
  RETRY_AFTER_MS,
  type Storage,
  storeUnavailable,
} from './storage.ts'

/** S3's minimum part size; larger parts would only take more memory. */
const PART_BYTES = 5 * 1024 * 1024

/** Each large put holds up to two parts in memory; waiting puts keep their file on the disk. */
const PUTS_AT_ONCE = 4

const PROBE_MS = 3_000

/** A bucket of S3 or of a compatible store. A put shows its file only when complete. */
export function openS3Storage(options: S3Options): Storage {
  const { bucket: Bucket } = options
  const client = createS3Client(options)
  const inTurn = limitConcurrency(PUTS_AT_ONCE)

  async function get(Key: string, range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`
    try {
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket, Key, ...(Range ? { Range } : {}) }),
      )
      if (!(Body instanceof Readable)) throw new Error('the answer has no body')
      return Body
    } catch (error) {
      throw isMissing(error) ? new MissingFile(Key, error) : storeUnavailable(error)
    }
  }

  /** Parts stay in memory until the store has accepted them, so that each can be retried. */
  async function put(Key: string, Body: Buffer | Readable, ContentType: string): Promise<void> {
    const params = { Bucket, Key, Body, ContentType }
    if (Buffer.isBuffer(Body) && Body.length <= PART_BYTES) {
      await client.send(new PutObjectCommand(params))
      return
    }
    await new Upload({
      client,
      params,
      partSize: options.partBytes ?? PART_BYTES,
      queueSize: 1,
    }).done()
  }

  async function* pages<Page, Token>(
    ask: (token: Token | undefined) => Promise<{ page: Page; next: Token | undefined }>,
  ): AsyncIterable<Page> {
    let token: Token | undefined
    do {
      const { page, next } = await ask(token).catch((error: unknown) => {
        throw storeUnavailable(error)
      })
      yield page
      token = next
    } while (token)
  }

  return {
    retryAfterMs: RETRY_AFTER_MS,
    async put(key, body, { contentType }) {
      let broken: unknown
      // Listens also while the stream waits for its turn, when no other code listens for errors.
      if (!Buffer.isBuffer(body)) {
        body.on('error', (error) => {
          // That the store's client stopped reading is no reason, and hides none.
          if (error.name !== 'AbortError') broken = error
        })
      }
      try {
        await inTurn(() => put(key, body, contentType))
      } catch (error) {
        throw broken ?? storeUnavailable(error)
      } finally {
        if (!Buffer.isBuffer(body)) body.destroy()
      }
    },
    async stat(key) {
      try {
        const head = await client.send(new HeadObjectCommand({ Bucket, Key: key }))
        return {
          key,
          bytes: head.ContentLength ?? 0,
          modifiedAt: head.LastModified ?? new Date(0),
        }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw storeUnavailable(error)
      }
    },
    open: get,
    async read(key) {
      const body = await get(key)
      return buffer(body).catch((error: unknown) => {
        throw storeUnavailable(error)
      })
    },
    async delete(key) {
      try {
        await client.send(new DeleteObjectCommand({ Bucket, Key: key }))
      } catch (error) {
        // Some stores answer 404 to a delete of a missing key.
        if (!isMissing(error)) throw storeUnavailable(error)
      }
    },
    async *list(Prefix) {
      const all = pages(async (ContinuationToken: string | undefined) => {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix,
            ...(ContinuationToken ? { ContinuationToken } : {}),
          }),
        )
        return { page: page.Contents ?? [], next: page.NextContinuationToken }
      })
      for await (const page of all) {
        for (const { Key, Size, LastModified } of page) {
          if (Key && LastModified) yield { key: Key, bytes: Size ?? 0, modifiedAt: LastModified }
        }
      }
    },
    async removeUnfinished(before) {
      let removed = 0
      const all = pages(
        async (marker: { KeyMarker: string; UploadIdMarker?: string } | undefined) => {
          const page = await client.send(new ListMultipartUploadsCommand({ Bucket, ...marker }))
          const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
          const next = KeyMarker && { KeyMarker, ...(UploadIdMarker ? { UploadIdMarker } : {}) }
          return { page: page.Uploads ?? [], next: page.IsTruncated && next ? next : undefined }
        },
      )
      for await (const page of all) {
        for (const { Key, UploadId, Initiated } of page) {
          if (!Key || !UploadId || !Initiated || Initiated >= before) continue
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
          removed++
        }
      }
      return removed
    },
    async isReady() {
      try {
        await client.send(new HeadBucketCommand({ Bucket }), {
          abortSignal: AbortSignal.timeout(PROBE_MS),
        })
        return true
      } catch {
        return false
      }
    },
    close: async () => client.destroy(),
  }
}

function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return name === 'NoSuchKey' || (name === 'NotFound' && $metadata?.httpStatusCode === 404)
}

/** Runs at most `limit` works at once; further works wait, and start in the order of their arrival. */
function limitConcurrency(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= limit) await new Promise<void>((turn) => waiting.push(turn))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The slot is handed to the next waiter, not freed, so that no newcomer takes it first.
      if (next) next()
      else running--
    }
  }
}
