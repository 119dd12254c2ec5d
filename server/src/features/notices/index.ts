export {
  CONFIRM_DAYS,
  LEAVING_DAYS,
  readClaim,
  readClaimKey,
  readConfirmation,
  readLeavingLink,
  readReceiptLink,
  signClaim,
  signClaimKey,
  signLeaving,
  signReceipt,
} from './letter-link.ts'
export { keepLetterAddress, keepPayerAddress } from './letter-settings.ts'
export { withdrawLetter } from './notice.ts'
export { notify, tell } from './notify.ts'
export { type CreatorWords, noticePorts, type Waiting } from './ports.ts'
export { beginLetters, hasEndedLetters } from './unsubscribe.ts'
export { readersOf } from './write-letter.ts'
