import type { S3Options } from '../../src/platform/storage/s3-client.ts'

/** The environment variables that point a server at this store. */
export function s3Environment(options: S3Options): Record<string, string> {
  return {
    S3_BUCKET: options.bucket,
    S3_ENDPOINT: options.endpoint ?? '',
    S3_ACCESS_KEY_ID: options.credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: options.credentials?.secretAccessKey ?? '',
  }
}
