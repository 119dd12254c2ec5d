import { z } from 'zod'
import { creationView, userInputs } from './creations.ts'
import { defineRoute, emptyAnswer, idParams } from './define-route.ts'
import { timestamp } from './entities.ts'
import { DECLINE_REASONS } from './proof-limits.ts'
import { BODY } from './request-limits.ts'

export const keepCreation = defineRoute('keepCreation', {
  summary: 'Keep a proof: its price is charged, its whole file opens, and the others are deleted',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  answer: creationView,
  errors: ['not_found', 'payment_state', 'content_refused'],
  rate: 'writes',
})

export const declineCreation = defineRoute('declineCreation', {
  summary: 'Decline all proofs of a payment: they are deleted, and nothing is charged',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  body: z
    .object({
      reason: z
        .enum(DECLINE_REASONS)
        .optional()
        .describe('What was wrong; the recipe’s creator sees how often each was said'),
    })
    .nullish(),
  answer: emptyAnswer,
  errors: ['not_found', 'payment_state', 'validation_failed'],
  rate: 'writes',
})

export const getWaitingProof = defineRoute('getWaitingProof', {
  summary: 'Of the proofs that wait for the caller the one that ends first',
  access: 'anyone',
  scope: 'run',
  answer: z.object({
    proof: z.object({ creation_id: z.string(), until: timestamp }).nullable(),
  }),
})

export const redrawCreation = defineRoute('redrawCreation', {
  summary: 'Draw another proof beside this one, on the same authorisation',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  body: z
    .object({
      user_inputs: userInputs
        .optional()
        .describe('The inputs to change, checked as before the payment; the others stay'),
    })
    .nullish(),
  bodyBytes: BODY.inputsBytes,
  answer: z.object({ job_id: z.string(), status: z.string(), generation_time: z.number() }),
  errors: [
    'not_found',
    'payment_state',
    'sign_in_required',
    'validation_failed',
    'content_refused',
    'gone',
    'provider_unavailable',
    'overloaded',
  ],
  rate: 'remixes',
})
