import { AppError } from '../../platform/http/app-error.ts'
import type { EvidenceFile } from '../../providers/payments/spec.ts'

const HEAD_BYTES = 1024
/** Refused in a PDF: programs, files within the file, ways to start programs, and a password, which the bank would not know. */
const REFUSED = /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|Encrypt)\b/

export function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, HEAD_BYTES).includes('%PDF-')
}

export function readPdf(bytes: Buffer): EvidenceFile {
  const text = bytes.toString('latin1')
  if (!text.slice(-HEAD_BYTES).includes('%%EOF')) {
    throw new AppError('invalid_media', 'The PDF is not whole.')
  }
  if (REFUSED.test(text)) {
    throw new AppError(
      'invalid_media',
      'The PDF holds a program, another file or a password. Print it to a new PDF and attach that.',
    )
  }
  return { type: 'application/pdf', name: 'evidence.pdf', bytes }
}
