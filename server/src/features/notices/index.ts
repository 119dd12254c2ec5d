export { keepLetterAddress } from './keep-letter-address.ts'
export { readClaim, signClaim } from './sign-claim.ts'
export { readReceiptLink } from './sign-receipt.ts'
export { tell } from './tell.ts'
