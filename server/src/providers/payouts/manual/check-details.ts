import type { BankDetails } from '../spec.ts'

export interface DetailsForm {
  name: string
  kind: string
  account: string
  bank: string
}

export type Verdict =
  | { accepted: true; details: BankDetails }
  | { accepted: false; field: keyof DetailsForm; message: string }

function refuse(field: keyof DetailsForm, message: string): Verdict {
  return { accepted: false, field, message }
}

const withoutSpaces = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()

/** An IBAN names its bank; any other account number needs the bank's code beside it. */
export function checkDetails(form: DetailsForm): Verdict {
  const name = form.name.trim().replace(/\s+/g, ' ')
  // Letters, marks and what stands in names of people and firms, so that no list's program runs a formula.
  if (name === '') return refuse('name', 'Enter the name of the account’s holder.')
  if (!/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,’'&()/-]*$/u.test(name)) {
    return refuse(
      'name',
      'Enter the name as the bank writes it: letters, digits and . , ’ & ( ) / -',
    )
  }
  if (form.kind !== 'person' && form.kind !== 'firm') {
    return refuse('kind', 'Say whether you are a person or a firm.')
  }
  const account = withoutSpaces(form.account)
  const bank = withoutSpaces(form.bank)
  if (account === '') return refuse('account', 'Enter an IBAN or an account number.')
  if (/^[A-Z]{2}/.test(account)) {
    if (!isIban(account)) return refuse('account', 'This IBAN has a typing error.')
  } else {
    if (!/^\d{4,20}$/.test(account)) {
      return refuse('account', 'An account number has 4 to 20 digits.')
    }
    if (bank === '') {
      return refuse('bank', 'Enter the bank’s code: routing number, sort code, BSB or BIC.')
    }
  }
  if (bank !== '' && !/^[A-Z0-9]{4,20}$/.test(bank)) {
    return refuse('bank', 'A bank’s code has 4 to 20 letters and digits.')
  }
  return { accepted: true, details: { name, kind: form.kind, account, bank: bank || null } }
}

/** ISO 13616: the rearranged digits leave 1 when divided by 97. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
