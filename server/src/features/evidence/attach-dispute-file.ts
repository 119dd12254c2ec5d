import { readFile, stat } from 'node:fs/promises'
import { NOTE } from '@vignette/contract/dispute-words.ts'
import type { DisputeView } from '@vignette/contract/disputes.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { EvidenceFile } from '../../providers/payments/spec.ts'
import { checkUpload, type ReceivedFile } from '../media/index.ts'
import { changeNote } from './change-note.ts'
import { isPdf, readPdf } from './read-pdf.ts'

/**
 * A picture is decoded and encoded again; a PDF is only searched for forbidden parts, since
 * Vignette never opens PDFs.
 */
export async function attachDisputeFile(
  ctx: Ctx,
  disputeId: string,
  received: ReceivedFile,
): Promise<DisputeView> {
  const given = await readFile(received.path)
  const file = isPdf(given) ? readPdf(given) : await readPicture(ctx, received)
  return changeNote(ctx, disputeId, {
    file: file.bytes,
    fileName: file.name,
    fileType: file.type,
  })
}

const PICTURES: Record<string, [EvidenceFile['type'], string]> = {
  'image/jpeg': ['image/jpeg', 'evidence.jpg'],
  'image/png': ['image/png', 'evidence.png'],
}

async function readPicture(ctx: Ctx, received: ReceivedFile): Promise<EvidenceFile> {
  const { contentType } = await checkUpload(ctx, 'image', received)
  const [type, name] = PICTURES[contentType] ?? []
  if (!type || !name) {
    throw new AppError('unsupported_media', 'Banks read JPEG, PNG and PDF files alone.')
  }
  const { size } = await stat(received.outPath)
  if (size > NOTE.fileBytes) {
    throw new AppError('payload_too_large', 'Written anew, the picture takes more than 2 MB.')
  }
  return { type, name, bytes: await readFile(received.outPath) }
}
