/** The address of the client that notices floods, in a network (/24) without a flooder. */
export const BYSTANDER = '127.0.0.2'

/** The most rounds of one flood. */
export const MOST_ROUNDS = 5

let used = 0

/** A loopback address in a network of its own, since a rate limit would refuse the second flood of one. */
export function nextFlooder(): string {
  used += 1
  return `127.0.${used}.1`
}
