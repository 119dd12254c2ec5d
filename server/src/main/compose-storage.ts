import { join } from 'node:path'
import { StartError } from '../platform/start-error.ts'
import { openDiskStorage } from '../platform/storage/disk-storage.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Config } from './config.ts'

/** Opens the bucket that S3_BUCKET names, else a folder in DATA_DIR. */
export async function openStorage(
  config: Config,
): Promise<{ storage: Storage; embedded: boolean }> {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = config
  if (!bucket) {
    const folder = join(config.dataDir, 'media')
    const storage = await openDiskStorage(folder).catch((cause: unknown) => {
      throw new StartError(`The media folder ${folder} cannot be written.`, { cause })
    })
    return { storage, embedded: true }
  }
  const { openS3Storage } = await import('../platform/storage/s3-storage.ts')
  const storage = openS3Storage({
    bucket,
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    credentials: id && secret ? { accessKeyId: id, secretAccessKey: secret } : undefined,
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
  })
  return { storage, embedded: false }
}
