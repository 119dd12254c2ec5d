import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { timestamp } from './entities.ts'

const uploadAnswer = z.object({
  url: z.string(),
  id: z.string(),
  content_type: z.string(),
  bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  duration_ms: z.number().int().nullable(),
  shows_face: z.boolean().nullable().describe('Then a run says in `face` who it is'),
})
export type UploadAnswer = z.infer<typeof uploadAnswer>

const upload = {
  access: 'visitor',
  scope: 'run',
  fileField: 'file',
  answer: uploadAnswer,
  status: 201,
  errors: [
    'bad_request',
    'unsupported_media',
    'invalid_media',
    'payload_too_large',
    'quota_exceeded',
    'content_refused',
    'idempotency_mismatch',
    'overloaded',
  ],
  rate: 'uploads',
  idempotent: true,
} as const

export const uploadFile = defineRoute('uploadFile', {
  ...upload,
  summary: 'Upload a file as multipart field `file`',
  params: z.object({ kind: z.enum(['image', 'video', 'audio']) }),
})

export const uploadImage = defineRoute('uploadImage', {
  ...upload,
  summary: 'Upload an image as multipart field `file`',
})

const provenance = z.object({
  keys: z.array(
    z.object({
      fingerprint: z.string().describe('Of the certificate that signs: SHA-256 in hex'),
      chain: z.string().describe('The certificates in PEM, the signing one first'),
      made_here: z.boolean().describe('Made by this server, so that no other reader knows it'),
      current: z.boolean(),
      since: timestamp,
    }),
  ),
  time_stamped: z.boolean().describe('A time-stamping authority signs each file too'),
})
export type Provenance = z.infer<typeof provenance>

export const getProvenance = defineRoute('getProvenance', {
  summary: 'The certificates with which this site has signed its creations, the newest first',
  access: 'anyone',
  scope: 'any',
  answer: provenance,
})
