import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import {
  ERROR_STATUS,
  type ErrorBody,
  type ErrorCode,
  type ErrorDetail,
} from '@vignette/contract/errors.ts'
import { FAULTS } from '@vignette/contract/request-limits.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDatabaseAway } from '../db/database-error.ts'
import { diskFull, isDiskFull } from '../storage/disk-room.ts'
import { AppError } from './app-error.ts'
import { createRequestId } from './observe.ts'
import { isProgram, openToPrograms } from './open-to-programs.ts'

/** Roughly the time that a database needs to restart. */
const RETRY_SECONDS = 5

const FASTIFY_CODES: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['bad_request', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['bad_request', 'The body is empty, but JSON was announced.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media',
    'This call does not take that content type.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'bad_request',
    'The body does not have its announced length.',
  ],
}

/** `a.b[2].c` from the segments of a JSON pointer or a zod path. */
export function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' || /^\d+$/.test(String(part))
        ? `[${String(part)}]`
        : `${index ? '.' : ''}${String(part)}`,
    )
    .join('')
}

/** The schema's message, in words for a person. */
function wordingOf(message: string | undefined): string {
  if (!message) return 'is not valid'
  if (message.endsWith('received undefined')) return 'is required'
  return message.replace(/^Invalid input: /, '')
}

/** Turns every failure into an AppError; an unexpected one becomes `internal` and is only logged. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const details: ErrorDetail[] = error.validation.slice(0, FAULTS.told).map((issue) => ({
      path: placeOf(issue.instancePath.split('/').filter(Boolean)),
      message: wordingOf(issue.message),
    }))
    const first = details[0]
    const place = first?.path || (error.validationContext ?? 'request')
    return new AppError('validation_failed', `${place}: ${first?.message ?? 'is not valid'}`, {
      details,
    })
  }
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  const known = FASTIFY_CODES[code]
  if (known) return new AppError(known[0], known[1])
  if (statusCode === 429)
    return new AppError('rate_limited', 'Too many requests. Please slow down.')
  if (statusCode >= 400 && statusCode < 500) {
    return new AppError('bad_request', 'The request could not be read.', { cause: error })
  }
  if (isDiskFull(error)) return diskFull(error)
  if (isDatabaseAway(error)) {
    return new AppError('unavailable', 'The site is out of reach for a moment. Please try again.', {
      retryAfterSeconds: RETRY_SECONDS,
      cause: error,
    })
  }
  return new AppError('internal', 'Something went wrong on our side. Please try again.', {
    cause: error,
  })
}

/** A fault quotes the caller's text, so its length is limited. */
export function cutDetail({ path, message }: ErrorDetail): ErrorDetail {
  return { path: cut(path), message: cut(message) }
}

function cut(text: string): string {
  return text.length > FAULTS.characters ? `${text.slice(0, FAULTS.characters)}…` : text
}

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = toAppError(error)
  const status = ERROR_STATUS[known.code]
  // To be busy is no fault, and a caller who has left reads nothing.
  if (known.code === 'overloaded') request.log.info({ code: known.code }, 'request put off')
  else if (status >= 500)
    request.log.error({ err: known.cause ?? known, code: known.code }, 'request failed')
  else request.log.debug({ code: known.code }, 'request refused')
  const body: ErrorBody = {
    error: cut(known.message),
    code: known.code,
    request_id: request.id,
    ...known.payment,
  }
  if (known.details) body.details = known.details.slice(0, known.told ?? FAULTS.told).map(cutDetail)
  if (known.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(known.retryAfterSeconds))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  reply.headers(known.headers)
  if (isProgram(request)) openToPrograms(reply)
  // Serialised here, since the route's own serializer knows only the success answer.
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(wantsProblem(request) ? PROBLEM : 'application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(wantsProblem(request) ? { ...describeProblem(status, body), ...body } : body)
}

const PROBLEM = 'application/problem+json'

function wantsProblem({ headers }: FastifyRequest): boolean {
  return headers.accept?.toLowerCase().includes(PROBLEM) === true
}

/** The members of RFC 9457; they stand beside those that every refusal has. */
function describeProblem(status: number, { error, request_id }: ErrorBody) {
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error,
    instance: `urn:uuid:${request_id}`,
  }
}

const BROKEN: Record<string, [status: string, code: ErrorCode, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'bad_request',
    'The headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'timeout', 'The request came too slowly.'],
}

/** A malformed HTTP request never becomes a request object, so the bare connection gets the answer. */
export function refuseBrokenRequest(error: { code?: string | undefined }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code, message] = BROKEN[error.code ?? ''] ?? [
    '400 Bad Request',
    'bad_request',
    'This is no HTTP request.',
  ]
  const body = JSON.stringify({ error: message, code, request_id: createRequestId() })
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
