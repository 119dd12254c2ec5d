export function sumTax(taxes: readonly { amount: number }[]): number {
  return taxes.reduce((sum, { amount }) => sum + amount, 0)
}
