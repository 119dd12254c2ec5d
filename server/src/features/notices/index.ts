export {
  LEAVING_DAYS,
  readClaim,
  readLeavingLink,
  readReceiptLink,
  signClaim,
  signLeaving,
  signReceipt,
} from './letter-link.ts'
export { keepLetterAddress } from './letter-settings.ts'
export { notify } from './notify.ts'
export { noticePorts, type Waiting } from './ports.ts'
