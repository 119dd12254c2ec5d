import { afterAll, beforeAll } from 'vitest'
import {
  type ObjectStore,
  startObjectStore,
} from '../../src/platform/storage/test-support/start-object-store.ts'
import { describeMediaOnStore } from '../support/describe-media-on-store.ts'
import { s3Environment } from '../support/s3-environment.ts'

let store: ObjectStore
beforeAll(async () => {
  store = await startObjectStore()
})
afterAll(() => store.close())

describeMediaOnStore('in a folder', () => ({}))
describeMediaOnStore('in a bucket', () => s3Environment(store.options))
