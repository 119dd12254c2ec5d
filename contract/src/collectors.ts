import { z } from 'zod'
import { boundedArray, boundedRecord } from './bounded.ts'
import { defineRoute } from './define-route.ts'
import { BODY } from './request-limits.ts'

const analyticsBatch = z.object({
  api_key: z.string().max(200).optional(),
  batch: boundedArray(
    z.object({
      event: z.string().min(1).max(80),
      distinct_id: z.string().max(80),
      uuid: z.string().max(40),
      timestamp: z.string().max(40),
      properties: boundedRecord(
        z.string().max(60),
        z.union([z.string().max(300), z.number(), z.boolean(), z.null()]),
        { max: 30 },
      ),
    }),
    { min: 1, max: 100 },
  ),
})
export type AnalyticsBatch = z.infer<typeof analyticsBatch>

export const collectAnalytics = defineRoute('collectAnalytics', {
  summary: 'Product events in the shape of PostHog’s batch call',
  access: 'anyone',
  body: analyticsBatch,
  bodyBytes: BODY.inputsBytes,
  answer: z.object({ status: z.number().int() }),
  errors: ['validation_failed'],
  rate: 'analytics',
  csrf: false,
})

export const joinWaitlist = defineRoute('joinWaitlist', {
  summary: 'Ask to become a creator; a plain form post or JSON',
  access: 'anyone',
  body: z.object({ email: z.string().max(320), name: z.string().max(200).optional() }),
  bodyBytes: BODY.inputsBytes,
  answer: z.object({ ok: z.literal(true) }),
  errors: ['validation_failed'],
  rate: 'waitlist',
  csrf: false,
})
