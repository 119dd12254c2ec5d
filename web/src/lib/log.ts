/** Where the specification says "logged": faults that a person already sees told in words. */
export function logFault(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console
  console.error(what, error)
}
