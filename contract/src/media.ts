import { z } from 'zod'
import { defineRoute } from './define-route.ts'

const uploadAnswer = z.object({
  url: z.string(),
  id: z.string(),
  content_type: z.string(),
  bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  duration_ms: z.number().int().nullable(),
})
export type UploadAnswer = z.infer<typeof uploadAnswer>

const upload = {
  access: 'visitor',
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
