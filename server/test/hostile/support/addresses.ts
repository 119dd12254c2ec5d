/** Two loopback addresses, which the server counts as two clients. */
export const FLOODER = '127.0.0.1'
export const BYSTANDER = '127.0.0.2'
