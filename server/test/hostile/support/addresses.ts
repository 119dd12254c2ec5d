/** Loopback addresses, which the server counts as different clients. */
export const FLOODERS = ['127.0.0.1', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'] as const
export const BYSTANDER = '127.0.0.2'
