import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createS3Client, type S3Options } from '../../src/platform/storage/s3-client.ts'
import { openS3Storage } from '../../src/platform/storage/s3-storage.ts'
import type { Storage } from '../../src/platform/storage/storage.ts'
import { describeStore } from '../../src/platform/storage/test-support/describe-store.ts'
import {
  createBucket,
  optionsFor,
} from '../../src/platform/storage/test-support/start-object-store.ts'
import { describeMediaOnStore } from '../support/describe-media-on-store.ts'
import { s3Environment } from '../support/s3-environment.ts'

const { TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY_ID, TEST_S3_SECRET_ACCESS_KEY } = process.env
const credentials = {
  accessKeyId: TEST_S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: TEST_S3_SECRET_ACCESS_KEY ?? '',
}
const options: S3Options = optionsFor(TEST_S3_ENDPOINT ?? '', credentials)
const PNG = { contentType: 'image/png' }

beforeAll(() => createBucket(options))

describeStore('a bucket that checks signatures', async () => openS3Storage(options))

describeMediaOnStore('the server on such a bucket', () => s3Environment(options))

describe('a request', () => {
  let good: Storage
  beforeAll(async () => {
    good = openS3Storage(options)
    await good.put('signed.png', Buffer.from('x'), PNG)
  })
  afterAll(() => good.close())

  test.each([
    ['a wrong secret', { ...credentials, secretAccessKey: 'wrong' }],
    ['an unknown key', { ...credentials, accessKeyId: 'test:nobody' }],
  ])('with %s is refused, whatever the request asks for', async (_, wrong) => {
    const store = openS3Storage({ ...options, credentials: wrong })
    expect(await store.isReady()).toBe(false)
    const refused = { code: 'unavailable', cause: { $metadata: { httpStatusCode: 403 } } }
    await expect(store.put('forged.png', Buffer.from('x'), PNG)).rejects.toMatchObject(refused)
    await expect(store.read('signed.png')).rejects.toMatchObject(refused)
    await expect(store.delete('signed.png')).rejects.toMatchObject(refused)
    await expect(store.stat('signed.png')).rejects.toMatchObject(refused)
    await store.close()
    expect(await good.stat('forged.png')).toBeUndefined()
    expect(String(await good.read('signed.png'))).toBe('x')
  })
})

test('an upload that a killed process left unfinished is deleted when old', async () => {
  const client = createS3Client(options)
  const store = openS3Storage(options)
  const upload = async (Key: string) => {
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ Bucket: options.bucket, Key }),
    )
    const part = { Bucket: options.bucket, Key, UploadId, PartNumber: 1 }
    await client.send(new UploadPartCommand({ ...part, Body: Buffer.alloc(5 * 1024 * 1024) }))
  }
  await upload('killed/a.mp4')
  await upload('killed/b.mp4')
  expect(await store.stat('killed/a.mp4')).toBeUndefined()
  expect(await store.removeUnfinished(new Date(Date.now() - 3_600_000))).toBe(0)
  expect(await store.removeUnfinished(new Date(Date.now() + 3_600_000))).toBe(2)
  const left = await client.send(new ListMultipartUploadsCommand({ Bucket: options.bucket }))
  expect(left.Uploads ?? []).toEqual([])
  client.destroy()
  await store.close()
})
