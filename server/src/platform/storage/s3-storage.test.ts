import { afterAll, beforeAll } from 'vitest'
import { openS3Storage } from './s3-storage.ts'
import { describeStore } from './test-support/describe-store.ts'
import { type ObjectStore, startObjectStore } from './test-support/start-object-store.ts'

let server: ObjectStore
beforeAll(async () => {
  server = await startObjectStore()
})
afterAll(() => server.close())

describeStore('a bucket', async () => openS3Storage(server.options))
