import { S3Client } from '@aws-sdk/client-s3'

export interface S3Options {
  bucket: string
  /** Absent: Amazon's endpoint for the region. */
  endpoint?: string | undefined
  region: string
  /** Absent: credentials from the environment, such as the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  forcePathStyle: boolean
  /** Of a part of a large file, of which there are at most 10,000; absent: 5 MB. */
  partBytes?: number
  limits?: Partial<S3Limits>
}

interface S3Limits {
  connectMs: number
  /** Timeout from the request to the response headers. */
  answerMs: number
  /** Timeout between two chunks of a response. */
  idleMs: number
  attempts: number
}

const LIMITS: S3Limits = { connectMs: 5_000, answerMs: 20_000, idleMs: 60_000, attempts: 3 }
/** Each viewer of a film holds one connection while the film plays. */
const SOCKETS = 512

export function createS3Client(options: S3Options): S3Client {
  const limits = { ...LIMITS, ...options.limits }
  return new S3Client({
    region: options.region,
    forcePathStyle: options.forcePathStyle,
    maxAttempts: limits.attempts,
    ...(options.endpoint ? { endpoint: options.endpoint } : {}),
    ...(options.credentials ? { credentials: options.credentials } : {}),
    // Stores other than Amazon's refuse the checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: limits.idleMs,
      httpAgent: { keepAlive: true, maxSockets: SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: SOCKETS },
    },
  })
}
