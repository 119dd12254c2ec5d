import { S3Client } from '@aws-sdk/client-s3'

export interface S3Options {
  bucket: string
  /** Absent: Amazon's own, by region. */
  endpoint?: string | undefined
  region: string
  /** Absent: the environment's own, such as the role of the machine. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  forcePathStyle: boolean
  limits?: Partial<S3Limits>
}

export interface S3Limits {
  connectMs: number
  /** From sending a request to the head of its answer. */
  answerMs: number
  /** Silence in the middle of an answer. */
  idleMs: number
  attempts: number
}

const LIMITS: S3Limits = { connectMs: 5_000, answerMs: 20_000, idleMs: 60_000, attempts: 3 }
/** Every viewer of a film holds one, for as long as it plays. */
const SOCKETS = 512

export function createS3Client(options: S3Options): S3Client {
  const limits = { ...LIMITS, ...options.limits }
  return new S3Client({
    region: options.region,
    forcePathStyle: options.forcePathStyle,
    maxAttempts: limits.attempts,
    ...(options.endpoint ? { endpoint: options.endpoint } : {}),
    ...(options.credentials ? { credentials: options.credentials } : {}),
    // Other makers' stores refuse the checksums that Amazon's client otherwise adds.
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
