/** The cents of dollars that a person wrote, such as 12 or 1,200.50; undefined for any other text. */
export function parseCents(text: string): number | undefined {
  const written = /^\$?(\d{1,7}|\d{1,3}(?:,\d{3})+)(?:\.(\d{2}))?$/.exec(text.trim())
  const [, dollars = '', cents = '0'] = written ?? []
  return written ? Number(dollars.replaceAll(',', '')) * 100 + Number(cents) : undefined
}
