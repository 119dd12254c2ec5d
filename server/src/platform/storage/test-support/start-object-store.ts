import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { buildApp } from 'fauxqs'
import { createS3Client, type S3Options } from '../s3-client.ts'

export interface ObjectStore {
  options: S3Options
  close(): Promise<void>
}

/** Fast and on loopback, but without signature checks; `npm run test:s3` uses a store that checks signatures. */
export async function startObjectStore(): Promise<ObjectStore> {
  const app = buildApp({ logger: false })
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' })
  const options = optionsFor(endpoint, { accessKeyId: 'tests', secretAccessKey: 'tests' })
  await createBucket(options)
  return {
    options,
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

export function optionsFor(
  endpoint: string,
  credentials: NonNullable<S3Options['credentials']>,
): S3Options {
  return { bucket: 'vignette', endpoint, region: 'us-east-1', credentials, forcePathStyle: true }
}

export async function createBucket(options: S3Options): Promise<void> {
  const client = createS3Client(options)
  await client.send(new CreateBucketCommand({ Bucket: options.bucket }))
  client.destroy()
}
