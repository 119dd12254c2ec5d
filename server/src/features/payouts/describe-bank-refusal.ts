/** By the codes of Stripe, which the sandbox uses too. */
const WORDS: Partial<Record<string, string>> = {
  account_closed: 'The account at the bank is closed.',
  account_frozen: 'The account at the bank is frozen.',
  bank_account_restricted: 'The account at the bank takes no such payments.',
  bank_ownership_changed: 'The account at the bank belongs to somebody else now.',
  declined: 'The bank declined the payment.',
  incorrect_account_address: 'The address is not the one that the bank knows.',
  incorrect_account_holder_address: 'The address is not the one that the bank knows.',
  incorrect_account_holder_details: 'The holder’s details are not those that the bank knows.',
  incorrect_account_holder_name: 'The holder’s name is not the one that the bank knows.',
  incorrect_account_holder_tax_id: 'The holder’s tax number is not the one that the bank knows.',
  incorrect_account_type: 'The account at the bank is of another kind.',
  invalid_account_number: 'The account’s number is not valid.',
  invalid_account_number_length: 'The account’s number has too few or too many digits.',
  invalid_currency: 'The account at the bank takes no US dollars.',
  no_account: 'The bank knows no such account.',
}

/** Why a bank refused a payout, as a sentence for its creator; the code is kept for the operator. */
export function describeBankRefusal(code: string): string {
  return WORDS[code] ?? 'The bank gave no reason that we can read.'
}
