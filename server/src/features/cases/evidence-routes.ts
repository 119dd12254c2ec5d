import { NOTE } from '@vignette/contract/dispute-words.ts'
import * as contract from '@vignette/contract/disputes.ts'
import { type Binding, handle, handleReceived } from '../../handle.ts'
import { REPLIED } from '../../platform/http/define-api.ts'
import { receiveFile } from '../media/index.ts'
import {
  assertMayWrite,
  attachDisputeFile,
  getDisputeFile,
  removeDisputeFile,
  writeDisputeNote,
} from './dispute-note.ts'
import { getDispute, listAllDisputes, listDisputes } from './list-disputes.ts'
import { sendEvidence } from './request-evidence.ts'
import { refundWarnedPayment } from './warning.ts'

export const disputeRoutes: Binding[] = [
  handle(contract.listDisputes, (ctx, { query }) => listDisputes(ctx, query)),
  handle(contract.writeDisputeNote, (ctx, { params, body }) =>
    writeDisputeNote(ctx, params.id, body.text),
  ),
  handleReceived(
    contract.attachDisputeFile,
    async (ctx, { params, request }) => {
      await assertMayWrite(ctx, params.id)
      return receiveFile(ctx, request, NOTE.fileBytes)
    },
    (ctx, { params }, file) => attachDisputeFile(ctx, params.id, file),
  ),
  handle(contract.removeDisputeFile, (ctx, { params }) => removeDisputeFile(ctx, params.id)),
  handle(contract.getDisputeFile, async (ctx, { params, reply }) => {
    await getDisputeFile(ctx, params.id, reply)
    return REPLIED
  }),
  handle(contract.refundWarnedPayment, (ctx, { params }) => refundWarnedPayment(ctx, params.id)),
  handle(contract.listAllDisputes, (ctx, { query }) => listAllDisputes(ctx, query)),
  handle(contract.getDispute, (ctx, { params }) => getDispute(ctx, params.id)),
  handle(contract.sendEvidence, (ctx, { params }) => sendEvidence(ctx, params.id)),
]
