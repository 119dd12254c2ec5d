import { type Route, rateOf } from '@vignette/contract/define-route.ts'
import { ERROR_STATUS, type ErrorCode, type PaymentAsked } from '@vignette/contract/errors.ts'
import type { FastifySchema } from 'fastify'

const TEXT = { type: 'string' }
const CENTS = { type: 'integer' }
/** What a token is told of an unpaid run. */
const PAYMENT_ASKED: Record<keyof PaymentAsked, object> = {
  checkout_url: { ...TEXT, description: 'A page where a person sees what is bought, and pays' },
  session_id: TEXT,
  amount: CENTS,
  currency: TEXT,
  expires_at: { ...TEXT, format: 'date-time' },
}
const IDEMPOTENCY_KEY = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      ...TEXT,
      pattern: '^[\\x21-\\x7e]{1,200}$',
      description:
        'Same key and body, same answer, for 24 hours; an answer over 16 KB shows the thing as it is now',
    },
  },
}

/** Parts of a call's description that the schemas alone do not give: refusals, files, keys. */
export function describeCall(schema: FastifySchema, route: Route): FastifySchema {
  const response = schema.response as Record<string, unknown> | undefined
  return {
    ...schema,
    ...(route.idempotent ? { headers: IDEMPOTENCY_KEY } : {}),
    ...(route.fileField ? { consumes: ['multipart/form-data'], body: fileForm(route) } : {}),
    ...(route.fileTypes ? { consumes: [...route.fileTypes], body: FILE } : {}),
    response: {
      ...(response ?? { [route.status ?? 200]: { description: route.summary } }),
      ...refusalsOf(route),
    },
  }
}

const FILE = { ...TEXT, format: 'binary', description: 'The file as it is' }

function fileForm({ fileField = '' }: Route) {
  return {
    type: 'object',
    required: [fileField],
    properties: { [fileField]: { ...TEXT, format: 'binary' } },
  }
}

function refusalsOf(route: Route): Record<string, object> {
  const byStatus = Map.groupBy(errorCodesOf(route), (code) => ERROR_STATUS[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        allOf: [{ $ref: '#/components/schemas/Error' }],
        type: 'object',
        properties: {
          code: { ...TEXT, enum: codes },
          ...(codes.includes('payment_required') && route.scope ? PAYMENT_ASKED : {}),
        },
      },
    ]),
  )
}

/** The errors of the verb, and those of the checks before the verb. */
function errorCodesOf(route: Route): ErrorCode[] {
  const write = route.method !== 'GET'
  const codes = new Set<ErrorCode>(route.errors)
  if (route.params || route.query || route.body) codes.add('bad_request').add('validation_failed')
  if (route.body || route.fileTypes) codes.add('payload_too_large').add('unsupported_media')
  if (route.access !== 'anyone') codes.add('unauthenticated')
  if (route.access === 'admin' || route.token === false) codes.add('forbidden')
  if (route.fresh || route.access === 'admin') codes.add('fresh_sign_in_required')
  if (write && route.csrf !== false) codes.add('csrf_failed')
  if (write && route.access !== 'anyone') codes.add('banned')
  if (route.idempotent) codes.add('bad_request').add('idempotency_mismatch')
  if (rateOf(route)) codes.add('rate_limited')
  codes.add('internal').add('unavailable')
  return [...codes]
}
