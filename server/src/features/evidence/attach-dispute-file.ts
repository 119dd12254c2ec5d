import { readFile, stat } from 'node:fs/promises'
import { NOTE } from '@vignette/contract/dispute-words.ts'
import type { DisputeView } from '@vignette/contract/disputes.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { EvidenceFile } from '../../providers/payments/spec.ts'
import { checkUpload, type ReceivedFile } from '../media/index.ts'
import { changeNote } from './change-note.ts'

/** A picture alone, decoded and encoded again: a PDF would reach the reader of operator and bank as it was made. */
export async function attachDisputeFile(
  ctx: Ctx,
  disputeId: string,
  received: ReceivedFile,
): Promise<DisputeView> {
  const file = await readPicture(ctx, received)
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
    throw new AppError(
      'unsupported_media',
      'Attach a JPEG or PNG picture; of a document, a picture of its page.',
    )
  }
  const { size } = await stat(received.outPath)
  if (size > NOTE.fileBytes) {
    throw new AppError('payload_too_large', 'Written anew, the picture takes more than 2 MB.')
  }
  return { type, name, bytes: await readFile(received.outPath) }
}
