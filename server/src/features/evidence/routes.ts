import { NOTE } from '@vignette/contract/dispute-words.ts'
import * as contract from '@vignette/contract/disputes.ts'
import { type Binding, handle, handleReceived } from '../../handle.ts'
import { REPLIED } from '../../platform/http/define-api.ts'
import { receiveFile } from '../media/index.ts'
import { attachDisputeFile } from './attach-dispute-file.ts'
import { assertMayWrite } from './change-note.ts'
import { getDispute } from './get-dispute.ts'
import { getDisputeFile } from './get-dispute-file.ts'
import { listAllDisputes } from './list-all-disputes.ts'
import { listDisputes } from './list-disputes.ts'
import { refundWarnedPayment } from './refund-warned-payment.ts'
import { removeDisputeFile } from './remove-dispute-file.ts'
import { sendEvidence } from './send-evidence.ts'
import { writeDisputeNote } from './write-dispute-note.ts'

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
